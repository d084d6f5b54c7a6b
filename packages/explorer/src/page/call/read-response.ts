import { isObject } from '@jsonrpc-kit/openrpc';
import type { ErrorModel, MethodModel } from '../document/api-model.js';
import { parseJson, textOf } from '../document/json.js';
import type { CallKind } from './call-draft.js';
import type { HttpOutcome } from './send-request.js';

/** The outcome of one call. */
export type CallOutcome =
  | { readonly kind: 'result'; readonly value: unknown }
  | {
      readonly kind: 'error';
      readonly code: number | undefined;
      readonly message: string;
      readonly data: unknown;
      readonly hasData: boolean;
      /** The error as the document declares it. */
      readonly declared: ErrorModel | undefined;
    }
  | { readonly kind: 'none'; readonly explanation: string };

const STORED = 'The server has stored the notification, and runs it even after a restart.';

/** Reads the response to a single call or notification. */
export function readResponse(
  outcome: HttpOutcome,
  method: MethodModel,
  kind: CallKind = 'call',
): CallOutcome {
  const { status, text } = outcome;
  const isEmpty = kind === 'notification' && text === '';
  if (status === 204 || isEmpty) {
    return { kind: 'none', explanation: explainStatus(status, kind, method) };
  }
  const read = readEnvelope(parseJson(text), method);
  if (read.kind === 'none' && (status === 401 || status === 403)) {
    return { kind: 'none', explanation: explainRejection(status, method) };
  }
  return read;
}

function explainRejection(status: number, { inputs }: MethodModel): string {
  const names = inputs.filter(({ isCredential }) => isCredential).map(({ name }) => name);
  const fix =
    names.length === 0
      ? 'The document doesn’t say which credential the method needs.'
      : `Check ${names.join(' and ')} above.`;
  return status === 401
    ? `The server needs a credential, and got none or a wrong one. ${fix}`
    : `The credential doesn’t allow this call. ${fix}`;
}

/** A notification has no JSON-RPC response. The HTTP status says whether the server has accepted it. */
function explainStatus(status: number, kind: CallKind, { isDurable }: MethodModel): string {
  const isStored = isDurable && kind === 'notification';
  if (status < 400) {
    return isStored ? STORED : 'The server has accepted the message.';
  }
  if (isStored && status === 503) {
    return 'The server could not store the notification, or doesn’t know whether it did. Send it again.';
  }
  return isStored && status === 422
    ? 'The server rejected the notification, and would reject it again. Its log contains the reason.'
    : 'The server rejected the notification.';
}

/** Reads the responses to a batch, in the order of its calls. */
export function readBatch(
  outcome: HttpOutcome,
  calls: readonly { readonly id: number | undefined; readonly method: MethodModel }[],
): readonly CallOutcome[] {
  const { status, text } = outcome;
  const isEmpty = text === '' && calls.every(({ id }) => id === undefined);
  const json = status === 204 || isEmpty ? [] : parseJson(text);
  if (!Array.isArray(json)) {
    return calls.map(({ method }) => readEnvelope(json, method));
  }
  const byId = new Map(json.filter(isObject).map((one) => [one['id'], one]));
  return calls.map(({ id, method }) => {
    if (id === undefined) return { kind: 'none', explanation: explainInBatch(status, method) };
    const response = byId.get(id);
    if (response !== undefined) return readEnvelope(response, method);
    return { kind: 'none', explanation: 'The batch response contains no response to this call.' };
  });
}

/** The status of a batch is that of its notifications: of the first one that was not stored. */
function explainInBatch(status: number, { isDurable }: MethodModel): string {
  if (!isDurable) return 'A notification has no response.';
  return status < 400
    ? STORED
    : `The server may not have stored the notification: the status of the batch is ${status}.`;
}

function readEnvelope(json: unknown, method: MethodModel): CallOutcome {
  if (!isObject(json)) {
    return { kind: 'none', explanation: 'The response is not a JSON-RPC response.' };
  }
  const { error } = json;
  if (isObject(error)) {
    const code = typeof error['code'] === 'number' ? error['code'] : undefined;
    return {
      kind: 'error',
      code,
      message: textOf(error['message'], 2000) ?? '',
      data: error['data'],
      hasData: 'data' in error,
      declared: findError(method, code, error['message']),
    };
  }
  if ('result' in json) return { kind: 'result', value: json['result'] };
  return { kind: 'none', explanation: 'The response is not a JSON-RPC response.' };
}

/** The error with the code; of several, the one with the message. */
function findError(
  { errors }: MethodModel,
  code: number | undefined,
  message: unknown,
): ErrorModel | undefined {
  const same = errors.filter((error) => error.code === code);
  return same.find((error) => error.message === message) ?? same[0];
}

/** The headers that describe limits and repeated calls. */
export function notableHeaders({ headers }: HttpOutcome): readonly (readonly [string, string])[] {
  return headers.filter(([name]) => /^(?:x-)?rate-?limit|^retry-after$|idempot/i.test(name));
}
