import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import {
  callKind,
  type CallKind,
  convertParams,
  exampleResult,
  formatParams,
  initialParams,
  requestObject,
} from '../call/call-draft.js';
import { type CallOutcome, readResponse } from '../call/read-response.js';
import { requestHeaders } from '../call/request-headers.js';
import type { HttpOutcome } from '../call/send-request.js';
import { findUrlProblem, serverUrl } from '../call/server-url.js';
import type { ApiModel, MethodModel, SubscriptionModel } from '../document/api-model.js';
import { parseJson } from '../document/json.js';
import { CopyLink } from '../parts/copy-button.js';
import { HttpFields } from '../parts/http-fields.js';
import { Icon } from '../parts/icon.js';
import { useApp, useServerValues } from '../state/app-state.js';
import { createBatchItem, newKey } from '../state/batch-item.js';
import { type LinkedCall, methodHash } from '../state/route.js';
import { useStore } from '../state/store.js';
import { CallCode } from './call-code.js';
import { describeOutcome } from './describe-outcome.js';
import { EventsView } from './events-view.js';
import { IdempotencyField } from './idempotency-field.js';
import { ParamsEditor } from './params-editor.js';
import { ResponseView } from './response-view.js';
import { Segments } from './segments.js';
import { SendButton } from './send-button.js';
import { ServerField } from './server-field.js';
import { TokenOffer } from './token-offer.js';
import { useLiveEvents } from './use-live-events.js';
import { useParamsCheck } from './use-params-check.js';
import { type SendState, useSend } from './use-send.js';

interface TryItProps {
  readonly method: MethodModel;
  readonly call: LinkedCall;
}

/** The form to call a method, filled in with a valid call, and the response. */
export function TryIt({ method, call }: TryItProps): VNode {
  const { api, batch, origins, servers } = useApp();
  const [params, setParams] = useState(() => call.params ?? initialParams(method));
  const [kind, setKind] = useState(() => callKind(method, call.isNotification));
  const [idempotencyKey, setIdempotencyKey] = useState(() =>
    method.idempotency === undefined ? undefined : newKey(),
  );
  const [revision, setRevision] = useState(0);
  /** Another call with the same key would be a conflict. */
  const renewKey = (): void => setIdempotencyKey((key) => (key === undefined ? key : newKey()));
  const changeParams = (text: string): void => {
    setParams(text);
    if (text !== params) renewKey();
  };
  const changeKind = (next: CallKind): void => {
    setKind(next);
    renewKey();
  };
  const replaceParams = (text: string): void => {
    changeParams(text);
    setRevision(revision + 1);
  };
  const check = useParamsCheck(method, params);
  const url = serverUrl(method, useStore(servers));
  const entered = requestHeaders(method.inputs, useServerValues(url).entered);
  const headers =
    method.subscription === undefined ? entered : { ...entered, accept: 'text/event-stream' };
  const urlProblem = findUrlProblem(url, location.origin, origins);
  const { state, send, cancel } = useSend<CallOutcome>();
  const example = useMemo(() => exampleResult(method), [method]);
  const [sentParams, setSentParams] = useState<string>();
  const isSent = state.step === 'done' && sentParams === params;

  const draft = { method, kind, params, idempotencyKey };
  const isJson = params.trim() === '' || parseJson(params) !== undefined;
  const canSend = isJson && urlProblem === undefined && state.step !== 'sending';
  const message = isJson ? requestObject(draft, 1) : undefined;
  const http = isJson ? { url, headers, body: JSON.stringify(message) } : undefined;

  const { live, state: liveState } = useLiveEvents();
  const isSubscribed = ['connecting', 'open', 'reconnecting'].includes(liveState.step);

  const submit = (): void => {
    if (!canSend || http === undefined) return;
    setSentParams(params);
    if (method.subscription !== undefined) {
      if (isSubscribed) return;
      void live.subscribe((cursor) =>
        cursor === undefined ? http : { ...http, body: JSON.stringify({ ...message, cursor }) },
      );
      return;
    }
    void send({
      http,
      entry: { methodId: method.id, kind, params },
      read: (response) => {
        const value = readResponse(response, method, kind);
        return { value, ...describeOutcome(value, { kind, method, http: response }) };
      },
    });
  };
  const addToBatch = (): void =>
    batch.set([
      ...batch.get(),
      createBatchItem({ methodId: method.id, params, isNotification: kind === 'notification' }),
    ]);

  return (
    <section class="try-it" id="try-it" aria-label="Try it" tabIndex={-1}>
      <div class="try-head">
        <h2>Try it</h2>
        {method.subscription === undefined && !method.rejectsNotifications && (
          <Segments
            label="Kind of request"
            value={kind}
            options={[
              ['call', 'Call'],
              ['notification', 'Notification'],
            ]}
            onChange={changeKind}
          />
        )}
      </div>
      <ServerField method={method} url={url} problem={urlProblem} />
      {method.inputs.length > 0 && <HttpFields url={url} inputs={method.inputs} />}
      {idempotencyKey !== undefined && method.idempotency !== undefined && (
        <IdempotencyField
          member={method.idempotency.member}
          value={idempotencyKey}
          onChange={setIdempotencyKey}
        />
      )}
      <div class="field">
        <div class="field-head">
          <span class="field-title">Params</span>
          <ExampleButtons
            method={method}
            onChoose={(value) => replaceParams(formatParams(value))}
          />
          {method.paramStructure === 'either' && method.params.length > 0 && (
            <Segments
              label="Form of the params"
              value={Array.isArray(parseJson(params)) ? 'by-position' : 'by-name'}
              options={[
                ['by-name', 'By name'],
                ['by-position', 'By position'],
              ]}
              onChange={() => replaceParams(convertParams(params, method))}
            />
          )}
        </div>
        <ParamsEditor
          label="Params"
          value={params}
          revision={revision}
          method={method}
          check={check}
          outcome={isSent ? state.value : undefined}
          onChange={changeParams}
          onSubmit={submit}
        />
      </div>
      <div class="actions">
        {method.subscription === undefined ? (
          <>
            <SendButton
              label="Send"
              isSending={state.step === 'sending'}
              canSend={canSend}
              onSend={submit}
              onCancel={cancel}
            />
            <button type="button" class="button" disabled={!isJson} onClick={addToBatch}>
              <Icon name="plus" />
              Add to batch
            </button>
            <BatchLink />
          </>
        ) : (
          <SendButton
            label="Subscribe"
            cancelLabel="Unsubscribe"
            isSending={isSubscribed}
            canSend={canSend}
            onSend={submit}
            onCancel={() => live.unsubscribe()}
          />
        )}
        <CopyLink
          label="Copy link to this call"
          hash={methodHash(method.id, { params, isNotification: kind === 'notification' })}
        />
      </div>
      {method.subscription === undefined || liveState.rejection !== undefined ? (
        <ResponseView
          state={
            liveState.rejection === undefined ? state : rejectedState(liveState.rejection, method)
          }
          hint={hintOf(kind, method)}
          example={kind === 'call' ? example : undefined}
        />
      ) : (
        <EventsView state={liveState} onPause={(isPaused) => live.setPaused(isPaused)} />
      )}
      {state.step === 'done' && state.value.kind === 'result' && (
        <TokenOffer method={method} url={url} result={state.value.value} />
      )}
      {http !== undefined && url !== '' && (
        <CallCode
          source={{
            method,
            http,
            isNotification: kind === 'notification',
            params: params.trim() === '' ? undefined : parseJson(params),
            idempotencyKey,
            idempotentMethods: idempotentNames(api, method),
            subscriptions: subscriptionsOf(api, method),
          }}
        />
      )}
    </section>
  );
}

/** Describes the response of a server that rejects a subscription. */
function rejectedState(http: HttpOutcome, method: MethodModel): SendState<CallOutcome> {
  const value = readResponse(http, method);
  return { step: 'done', http, value, ...describeOutcome(value, { kind: 'call', method, http }) };
}

/** The methods that the client of the same entrypoint has to name. */
function idempotentNames({ methods }: ApiModel, { entrypoint }: MethodModel): readonly string[] {
  return methods
    .filter((one) => one.idempotency !== undefined && one.entrypoint.path === entrypoint.path)
    .map(({ name }) => name);
}

/** The subscriptions that the client of the same entrypoint has to name. */
function subscriptionsOf(
  { methods }: ApiModel,
  { entrypoint }: MethodModel,
): readonly SubscriptionModel[] {
  return methods.flatMap((one) =>
    one.entrypoint.path === entrypoint.path ? (one.subscription ?? []) : [],
  );
}

/** The key to which CodeMirror binds `Mod-Enter`. */
const SEND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘+Enter' : 'Ctrl+Enter';

function hintOf(kind: CallKind, { isDurable }: MethodModel): string {
  if (kind === 'call') return `The response will be here. Send the call with ${SEND_KEY}.`;
  return isDurable
    ? 'A notification has no response. The status says whether the server has stored it.'
    : 'A notification is sent without an id and has no response.';
}

interface ExampleButtonsProps {
  readonly method: MethodModel;
  readonly onChoose: (params: unknown) => void;
}

function ExampleButtons({ method: { examples }, onChoose }: ExampleButtonsProps): VNode | null {
  if (examples.length === 0) return null;
  return (
    <span class="offers">
      {examples.map(({ name, params }) => (
        <button key={name} type="button" class="chip" onClick={() => onChoose(params)}>
          {name}
        </button>
      ))}
    </span>
  );
}

function BatchLink(): VNode | null {
  const { length } = useStore(useApp().batch);
  if (length === 0) return null;
  return (
    <span role="status">
      <a href="#/batch" class="batch-link">
        {length === 1 ? '1 call' : `${length} calls`} in the batch
      </a>
    </span>
  );
}
