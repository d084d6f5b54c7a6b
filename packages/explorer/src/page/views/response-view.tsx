import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type CallOutcome, notableHeaders } from '../call/read-response.js';
import type { HttpOutcome } from '../call/send-request.js';
import { formatJson, parseJson } from '../document/json.js';
import { CodeBlock, JsonBlock } from '../parts/code-block.js';
import { formatBytes, formatDuration } from './describe-outcome.js';
import { OutcomeView } from './outcome-view.js';
import type { SendState } from './use-send.js';

interface ResponseRegionProps<T> {
  readonly state: SendState<T>;
  readonly children: ComponentChildren;
}

/** The region of a response. Screen readers announce its status, not its whole text. */
export function ResponseRegion<T>({ state, children }: ResponseRegionProps<T>): VNode {
  return (
    <div class="response" role="region" aria-label="Response">
      <div role="status">
        {state.step === 'sending' && <p class="empty-note">Waiting for the response…</p>}
        {state.step === 'failed' && (
          <div class="outcome outcome-error">
            <h3>No response</h3>
            <p>{state.reason}</p>
          </div>
        )}
        {state.step === 'done' && (
          <p class="visually-hidden">
            Status {state.http.status}, {state.outcome}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}

interface ResponseViewProps {
  readonly state: SendState<CallOutcome>;
  /** The text before the first call. */
  readonly hint: string;
  /** An example result of the method, or undefined. */
  readonly example: unknown;
}

/** The response to a call: status, time, size, and the result or the error by its name. */
export function ResponseView({ state, hint, example }: ResponseViewProps): VNode {
  return (
    <ResponseRegion state={state}>
      {state.step === 'idle' && <p class="empty-note">{hint}</p>}
      {state.step === 'idle' && example !== undefined && (
        <div class="outcome">
          <p class="note">Example result</p>
          <JsonBlock label="Example" value={example} />
        </div>
      )}
      {state.step === 'done' && (
        <>
          <HttpSummary http={state.http} />
          <OutcomeView outcome={state.value} />
          {state.value.kind === 'none' && state.http.text !== '' && (
            <CodeBlock label="Response body" text={state.http.text} />
          )}
          <HttpDetails http={state.http} />
        </>
      )}
    </ResponseRegion>
  );
}

/** The status, the time and the size of a response, and its headers about limits. */
export function HttpSummary({ http }: { readonly http: HttpOutcome }): VNode {
  const { status, statusText, milliseconds, bytes, isTruncated } = http;
  return (
    <>
      <p class="http-summary">
        <span class={status < 400 ? 'status status-ok' : 'status status-error'}>
          {status} {statusText}
        </span>
        <span>{formatDuration(milliseconds)}</span>
        <span>{isTruncated ? `more than ${formatBytes(bytes)}` : formatBytes(bytes)}</span>
      </p>
      {notableHeaders(http).length > 0 && (
        <dl class="limits" aria-label="Limits">
          {notableHeaders(http).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** The whole HTTP response, which is collapsed at first. */
export function HttpDetails({ http }: { readonly http: HttpOutcome }): VNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="raw-response" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>HTTP response</summary>
      {isOpen && <HttpText http={http} />}
    </details>
  );
}

function HttpText({ http }: { readonly http: HttpOutcome }): VNode {
  const json = parseJson(http.text);
  const headers = http.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const body = json === undefined ? http.text : formatJson(json);
  return (
    <>
      <CodeBlock label="Response headers" text={headers} />
      {body !== '' && <CodeBlock label="Response body" text={body} isJson={json !== undefined} />}
    </>
  );
}
