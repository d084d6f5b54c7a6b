import type { VNode } from 'preact';
import { callKind, initialParams, requestObject } from '../call/call-draft.js';
import { combineInputs, requestHeaders } from '../call/request-headers.js';
import { type CallOutcome, readBatch } from '../call/read-response.js';
import type { HttpCall, HttpOutcome } from '../call/send-request.js';
import { findUrlProblem, serverUrl } from '../call/server-url.js';
import type { MethodModel } from '../document/api-model.js';
import { parseJson } from '../document/json.js';
import { CopyLink } from '../parts/copy-button.js';
import { HttpFields } from '../parts/http-fields.js';
import { Icon } from '../parts/icon.js';
import { useApp, useServerValues } from '../state/app-state.js';
import { type BatchItem, createBatchItem } from '../state/batch-item.js';
import { batchHash } from '../state/route.js';
import { useStore } from '../state/store.js';
import { type BatchCall, BatchItemView } from './batch-item.js';
import { RequestCode } from './call-code.js';
import { HttpDetails, HttpSummary, ResponseRegion } from './response-view.js';
import { SendButton } from './send-button.js';
import { type Received, useSend } from './use-send.js';

/** Collects calls of several methods, which are sent as one request. */
export function BatchPage(): VNode {
  const { batch, methods, origins, servers } = useApp();
  const items = useStore(batch);
  const chosen = useStore(servers);
  const { state, send, cancel } = useSend<BatchOutcomes>();
  const calls = items.flatMap((item, index) => toCall(item, index + 1, methods));

  const [first] = calls;
  const url = first === undefined ? '' : serverUrl(first.method, chosen);
  const { entered } = useServerValues(url);
  const others = calls.filter(({ method }) => serverUrl(method, chosen) !== url);
  const inputs = combineInputs(calls.map(({ method }) => method.inputs));
  const invalid = calls.find(
    ({ item: { params } }) => params.trim() !== '' && parseJson(params) === undefined,
  );
  const isJson = invalid === undefined;
  const problem =
    first === undefined
      ? undefined
      : others.length > 0
        ? `A batch goes to one server. ${others[0]?.method.name} is not at ${url}.`
        : invalid === undefined
          ? findUrlProblem(url, location.origin, origins)
          : `The params of ${invalid.method.name} are not JSON.`;
  const http =
    isJson && first !== undefined
      ? {
          url,
          headers: requestHeaders(inputs, entered),
          body: JSON.stringify(calls.map(({ message }) => message)),
        }
      : undefined;
  const canSend = http !== undefined && problem === undefined;
  const submit = (call: HttpCall): void =>
    void send({
      http: call,
      entry: {
        kind: 'batch',
        methodId: namesOf(calls),
        params: batchHash(items.map(toLinkedItem)),
      },
      read: (response) => readOutcomes(response, calls),
    });

  return (
    <article class="narrow-page">
      <div class="page-head">
        <h1 tabIndex={-1}>Batch</h1>
        {items.length > 0 && (
          <CopyLink label="Copy link to this batch" hash={batchHash(items.map(toLinkedItem))} />
        )}
      </div>
      <p class="note">Several calls in one request. Add them here, or on the page of a method.</p>
      {items.length === 0 && <p class="empty-note">The batch is empty. Add its first call.</p>}
      <ol class="batch">
        {calls.map((call, index) => (
          <BatchItemView
            key={call.item.key}
            call={call}
            outcome={state.step === 'done' ? state.value.get(call.item.key) : undefined}
            isFirst={index === 0}
            isLast={index === calls.length - 1}
          />
        ))}
      </ol>
      <AddCall />
      {inputs.length > 0 && <HttpFields url={url} inputs={inputs} />}
      {problem !== undefined && <p class="problem">{problem}</p>}
      <div class="actions">
        <SendButton
          label={calls.length === 1 ? 'Send 1 call' : `Send ${calls.length} calls`}
          isSending={state.step === 'sending'}
          canSend={canSend}
          onSend={() => http !== undefined && submit(http)}
          onCancel={cancel}
        />
        {items.length > 0 && (
          <button type="button" class="button" onClick={() => batch.set([])}>
            <Icon name="trash" />
            Clear
          </button>
        )}
      </div>
      <ResponseRegion state={state}>
        {state.step === 'done' && (
          <>
            <HttpSummary http={state.http} />
            <HttpDetails http={state.http} />
          </>
        )}
      </ResponseRegion>
      {http !== undefined && <RequestCode http={http} inputs={inputs} />}
    </article>
  );
}

/** Returns the call of an item, or no call if the document no longer has its method. */
function toCall(
  item: BatchItem,
  number: number,
  methods: ReadonlyMap<string, MethodModel>,
): readonly BatchCall[] {
  const method = methods.get(item.methodId);
  if (method === undefined) return [];
  const kind = callKind(method, item.isNotification);
  const isJson = parseJson(item.params) !== undefined;
  const params = isJson ? item.params : '';
  const { idempotencyKey } = item;
  const message = requestObject({ method, kind, params, idempotencyKey }, number);
  return [{ item, method, message, id: kind === 'notification' ? undefined : number }];
}

/** The outcomes by the key of the item. */
type BatchOutcomes = ReadonlyMap<string, CallOutcome>;

function readOutcomes(http: HttpOutcome, calls: readonly BatchCall[]): Received<BatchOutcomes> {
  const outcomes = readBatch(http, calls);
  const keys = calls.map(({ item }) => item.key);
  const failed = outcomes.filter(({ kind }) => kind === 'error').length;
  return {
    value: new Map(outcomes.map((one, index) => [keys[index] ?? '', one])),
    outcome: failed === 0 ? 'Done' : `${failed} of ${calls.length} failed`,
    isError: failed > 0 || http.status >= 400,
  };
}

function namesOf(calls: readonly BatchCall[]): string {
  const names = calls.map(({ method }) => method.name).join(', ');
  return names.slice(0, 200);
}

function toLinkedItem({ methodId, params, isNotification }: BatchItem): {
  readonly id: string;
  readonly params: string;
  readonly isNotification: boolean;
} {
  return { id: methodId, params, isNotification };
}

function AddCall(): VNode {
  const { api, batch, methods } = useApp();
  const add = (id: string): void => {
    const method = methods.get(id);
    if (method === undefined) return;
    const isNotification = callKind(method) === 'notification';
    const call = { methodId: id, params: initialParams(method), isNotification };
    batch.set([...batch.get(), createBatchItem(call)]);
  };
  return (
    <div class="field">
      <label>
        <span class="visually-hidden">Add a call</span>
        <select
          value=""
          onChange={(event) => {
            add(event.currentTarget.value);
            event.currentTarget.value = '';
          }}
        >
          <option value="">Add a call…</option>
          {api.groups.map(({ title, entrypoint, methods: options }) => (
            <optgroup key={`${entrypoint} ${title}`} label={title}>
              {options.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
    </div>
  );
}
