import type { VNode } from 'preact';
import { type CallOutcome, notableHeaders } from '../call/read-response.js';
import type { HttpOutcome } from '../call/send-request.js';
import type { MethodModel } from '../document/api-model.js';
import { formatJson, parseJson } from '../document/json.js';
import { CodeBlock } from '../parts/code-block.js';
import { OutcomeView } from './outcome-view.js';
import { formatBytes, formatDuration } from './describe-outcome.js';
import type { CallState } from './use-call.js';

interface ResponseViewProps {
  readonly state: CallState;
  readonly method: MethodModel;
  readonly isNotification: boolean;
}

/** The response to a call: status, time, size, and the result or the error by its name. */
export function ResponseView({ state, method, isNotification }: ResponseViewProps): VNode {
  return (
    <div class="response" role="region" aria-label="Response" aria-live="polite">
      {state.step === 'idle' && (
        <p class="empty-note">
          {isNotification
            ? 'A notification is sent without an id and has no response.'
            : 'The response will be here. Send the call with Ctrl+Enter.'}
        </p>
      )}
      {state.step === 'sending' && <p class="empty-note">Waiting for the response…</p>}
      {state.step === 'failed' && (
        <div class="outcome outcome-error">
          <h3>No response</h3>
          <p>{state.reason}</p>
        </div>
      )}
      {state.step === 'done' && (
        <Response http={state.http} outcome={state.outcome} method={method} />
      )}
    </div>
  );
}

interface ResponseProps {
  readonly http: HttpOutcome;
  readonly outcome: CallOutcome;
  readonly method: MethodModel;
}

function Response({ http, outcome, method }: ResponseProps): VNode {
  return (
    <>
      <HttpSummary http={http} />
      <OutcomeView outcome={outcome} references={method.references} />
      {outcome.kind === 'none' && http.text !== '' && (
        <CodeBlock label="Response body" text={http.text} />
      )}
      <HttpDetails http={http} />
    </>
  );
}

/** Status, time and size, and the headers that say when to send the next call. */
export function HttpSummary({ http }: { readonly http: HttpOutcome }): VNode {
  const { status, statusText, milliseconds, bytes, isCut } = http;
  return (
    <>
      <p class="http-summary">
        <span class={status < 400 ? 'status status-ok' : 'status status-error'}>
          {status} {statusText}
        </span>
        <span>{formatDuration(milliseconds)}</span>
        <span>{isCut ? `more than ${formatBytes(bytes)}` : formatBytes(bytes)}</span>
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

/** The whole HTTP response, for those who want to see it. */
export function HttpDetails({ http }: { readonly http: HttpOutcome }): VNode {
  const json = parseJson(http.text);
  const headers = http.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const body = json === undefined ? http.text : formatJson(json);
  return (
    <details class="raw-response">
      <summary>HTTP response</summary>
      <CodeBlock label="Response headers" text={headers} />
      {body !== '' && <CodeBlock label="Response body" text={body} isJson={json !== undefined} />}
    </details>
  );
}
