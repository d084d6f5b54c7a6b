import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { HttpCall } from '../call/send-request.js';
import { type CopySource, toMcp, toTypedClient } from '../copy/copy-call.js';
import { toCurl, toFetch, toPython } from '../copy/copy-request.js';
import { CodeBlock } from '../parts/code-block.js';
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

/** A request as code, in the formats that can send any message, such as a batch. */
export function RequestCode({ http }: { readonly http: HttpCall }): VNode {
  return <CodeFormats formats={requestFormats(http)} />;
}

/** A call of one method as code, to copy it into a program. */
export function CallCode({ source }: { readonly source: CopySource }): VNode {
  return (
    <CodeFormats
      formats={[
        ...requestFormats(source.http),
        { title: 'Client', label: 'typed client call', write: () => toTypedClient(source) },
        { title: 'MCP', label: 'MCP tool call', write: () => toMcp(source), isJson: true },
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

/** Shows code in a format to choose. Is open at first in wide windows, which have a column for code. */
function CodeFormats({ formats }: { readonly formats: readonly CodeFormat[] }): VNode {
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
          <CodeBlock label={format.label} text={format.write()} isJson={format.isJson ?? false} />
        </>
      )}
    </details>
  );
}
