import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { maskCredentials } from '../call/request-headers.js';
import type { HttpCall } from '../call/send-request.js';
import { type CopySource, toMcp, toTypedClient } from '../copy/copy-call.js';
import { toCurl, toFetch, toPython } from '../copy/copy-request.js';
import type { HttpInput } from '../document/api-model.js';
import { CodeBlock } from '../parts/code-block.js';
import { useApp } from '../state/app-state.js';
import { Segments } from './segments.js';

/** A format that a request can be copied in. */
interface CodeFormat {
  /** The text of the choice. */
  readonly title: string;
  /** The name of the code for screen readers. */
  readonly label: string;
  readonly write: () => string;
  readonly isJson?: boolean;
}

interface RequestCodeProps {
  readonly http: HttpCall;
  /** The headers and credentials of the request. */
  readonly inputs: readonly HttpInput[];
}

/** A request as code, in the formats that can send any message, such as a batch. */
export function RequestCode({ http, inputs }: RequestCodeProps): VNode {
  return <CodeFormats http={http} inputs={inputs} formatsOf={requestFormats} />;
}

/** A call of one method as code, to copy it into a program. */
export function CallCode({ source }: { readonly source: CopySource }): VNode {
  const { hasTypedClient, methods } = useApp().api;
  const { inputs, name: methodName, toolName } = source.method;
  // The typed client has no function that unsubscribes: it unsubscribes at the end of a loop.
  const isTyped =
    hasTypedClient && !methods.some((one) => one.subscription?.unsubscribe === methodName);
  const clientFormat = (http: HttpCall): CodeFormat => ({
    title: 'Client',
    label: 'typed client call',
    write: () => toTypedClient({ ...source, http }),
  });
  const toolFormat = (name: string): CodeFormat => ({
    title: 'MCP',
    label: 'MCP tool call',
    write: () => toMcp(name, source),
    isJson: true,
  });
  return (
    <CodeFormats
      http={source.http}
      inputs={inputs}
      formatsOf={(http) => [
        ...requestFormats(http),
        ...(isTyped ? [clientFormat(http)] : []),
        ...(toolName === undefined ? [] : [toolFormat(toolName)]),
      ]}
    />
  );
}

function requestFormats(http: HttpCall): readonly CodeFormat[] {
  return [
    { title: 'curl', label: 'curl command', write: () => toCurl(http) },
    { title: 'fetch', label: 'fetch call', write: () => toFetch(http) },
    { title: 'Python', label: 'Python call', write: () => toPython(http) },
  ];
}

interface CodeFormatsProps extends RequestCodeProps {
  readonly formatsOf: (http: HttpCall) => readonly CodeFormat[];
}

/**
 * Shows code in a format to choose, without credentials unless the user wants them. Is open at first in wide
 * windows, which have a column for code.
 */
function CodeFormats({ http, inputs, formatsOf }: CodeFormatsProps): VNode {
  const [showsCredentials, setShowsCredentials] = useState(false);
  const masked = maskCredentials(http.headers, inputs);
  const hasCredentials = Object.entries(masked).some(
    ([name, value]) => http.headers[name] !== value,
  );
  const formats = formatsOf(showsCredentials ? http : { ...http, headers: masked });
  const [title, setTitle] = useState(formats[0]?.title ?? '');
  const [isOpen, setOpen] = useState(() => matchMedia('(width >= 75rem)').matches);
  const format = formats.find((one) => one.title === title);
  return (
    <details
      class="call-code"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Copy as code</summary>
      {isOpen && format !== undefined && (
        <>
          <Segments
            label="Format of the code"
            value={title}
            options={formats.map((one) => [one.title, one.title])}
            onChange={setTitle}
          />
          {hasCredentials && (
            <label class="checkbox">
              <input
                type="checkbox"
                checked={showsCredentials}
                onChange={(event) => setShowsCredentials(event.currentTarget.checked)}
              />
              With credentials
            </label>
          )}
          <CodeBlock label={format.label} text={format.write()} isJson={format.isJson ?? false} />
        </>
      )}
    </details>
  );
}
