import * as v from 'valibot';
import { middleware, type Setup } from '../service/service.js';
import { type BaselineMethod, baselineMethods } from './methods.js';

type Id = string | number | null;
type MaybePromise<Value> = Value | Promise<Value>;

interface JsonRpcRequest {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: object;
}

type JsonRpcResponse = { readonly jsonrpc: '2.0'; readonly id: Id } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
);

/** Undefined if there is nothing to respond to, as after a notification. */
type Responses = JsonRpcResponse | readonly JsonRpcResponse[] | undefined;
type Handle = (message: unknown, token: string | undefined) => MaybePromise<Responses>;

const MAX_BATCH_SIZE = 1000;

/**
 * JSON-RPC 2.0 as an expert would write it for speed, without promises for synchronous methods. The
 * README lists the features that this baseline lacks compared with jsonrpc-kit.
 *
 * @returns a function from a decoded body, and the request's token, to the responses
 */
export function baselineJsonRpc(
  setup: Setup,
  methods: ReadonlyMap<string, BaselineMethod> = baselineMethods(setup),
): Handle {
  const respond = (item: unknown, token: string | undefined) => {
    if (!isRequest(item)) return failure(idOf(item), -32600, 'Invalid Request');
    const call = () => callMethod(methods.get(item.method), item, token);
    return setup.hasMiddlewares ? throughMiddlewares(async () => call()) : call();
  };
  return (message, token) => {
    if (!Array.isArray(message)) return respond(message, token);
    if (message.length === 0 || message.length > MAX_BATCH_SIZE) {
      return failure(null, -32600, 'Invalid Request');
    }
    const responses = message.map((item) => respond(item, token));
    return responses.some((response) => response instanceof Promise)
      ? Promise.all(responses.map(async (response) => response)).then(withoutNotifications)
      : // None of them is a promise.
        withoutNotifications(responses as (JsonRpcResponse | undefined)[]);
  };
}

/** Handles the text of a body. Returns the text of the response, or undefined without a response. */
export function handleText(
  handle: Handle,
  text: string,
  token: string | undefined,
): MaybePromise<string | undefined> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return JSON.stringify(parseError);
  }
  const responses = handle(message, token);
  return responses instanceof Promise ? responses.then(encode) : encode(responses);
}

export const parseError: JsonRpcResponse = failure(null, -32700, 'Parse error');

/** Runs three middlewares, one inside the other. */
export function throughMiddlewares<Result>(run: () => Promise<Result>): Promise<Result> {
  return middleware(() => middleware(() => middleware(run)));
}

function encode(responses: Responses): string | undefined {
  return responses === undefined ? undefined : JSON.stringify(responses);
}

function withoutNotifications(responses: readonly (JsonRpcResponse | undefined)[]): Responses {
  const sent = responses.filter((response) => response !== undefined);
  return sent.length === 0 ? undefined : sent;
}

function callMethod(
  method: BaselineMethod | undefined,
  { id, params = {} }: JsonRpcRequest,
  token: string | undefined,
): MaybePromise<JsonRpcResponse | undefined> {
  if (method === undefined) return reply(id, -32601, 'Method not found');
  const input = v.safeParse(method.params, params);
  if (!input.success) return invalidParams(id, input.issues);
  const header = method.token === undefined ? undefined : v.safeParse(method.token, token);
  if (header?.success === false) return invalidParams(id, header.issues);
  try {
    // The method accepts what its schemas return.
    const value = method.run(input.output as never, header?.output as never);
    if (!(value instanceof Promise)) return succeed(method, id, value);
    return value.then(
      (resolved) => succeed(method, id, resolved),
      (error: unknown) => fail(id, error),
    );
  } catch (error) {
    return fail(id, error);
  }
}

function succeed({ result }: BaselineMethod, id: JsonRpcRequest['id'], value: unknown) {
  const checked = v.safeParse(result, value);
  if (!checked.success) return fail(id, new TypeError('The result violates its schema'));
  return id === undefined ? undefined : { jsonrpc: '2.0' as const, id, result: checked.output };
}

function fail(id: JsonRpcRequest['id'], error: unknown): JsonRpcResponse | undefined {
  console.error('Call failed', error);
  return reply(id, -32603, 'Internal error');
}

function invalidParams(id: JsonRpcRequest['id'], issues: readonly v.BaseIssue<unknown>[]) {
  const errors = issues.map(({ path, message, type }) => ({
    loc: path?.map(({ key }) => key) ?? [],
    msg: message,
    type,
  }));
  return reply(id, -32602, 'Invalid params', { errors });
}

function reply(id: JsonRpcRequest['id'], ...error: [code: number, message: string, data?: object]) {
  return id === undefined ? undefined : failure(id, ...error);
}

function failure(id: Id, code: number, message: string, data?: object): JsonRpcResponse {
  return { jsonrpc: '2.0', id, error: data ? { code, message, data } : { code, message } };
}

/** Whether a value has the four members of a request, valid, and no others. */
function isRequest(value: unknown): value is JsonRpcRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if ('id' in value && !isId(id)) return false;
  if ('params' in value && (typeof params !== 'object' || params === null)) return false;
  for (const name in value) {
    if (name !== 'jsonrpc' && name !== 'id' && name !== 'method' && name !== 'params') return false;
  }
  return true;
}

function idOf(value: unknown): Id {
  const id = (value as { id?: unknown } | null)?.id;
  return isId(id) ? id : null;
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
