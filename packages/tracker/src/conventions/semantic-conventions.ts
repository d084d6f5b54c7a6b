import {
  type HttpError,
  isBaseError,
  isHttpError,
  type JsonRpcContext,
  type JsonRpcErrorObject,
} from '@jsonrpc-kit/core';
import type {
  ConnectionInfo,
  ErrorReport,
  InstrumentedMessage,
  InstrumentedRequest,
} from '@jsonrpc-kit/core/types';
import type { MessageOutcome } from '@jsonrpc-kit/core/adapter';

/** The attributes of a span, by their names in OpenTelemetry. */
export type Attributes = Record<string, string>;

/** The value of `rpc.system.name`, and the name of a span without a known method. */
export const RPC_SYSTEM = 'jsonrpc';

/**
 * Returns the span name of a call. It never contains client-supplied text, so the number of names is
 * limited.
 */
export function callName({ methodRoute }: JsonRpcContext): string {
  return methodRoute?.name ?? RPC_SYSTEM;
}

/** Returns the message of an HTTP request whose body is not read yet. */
export function unreadMessage({
  carrier,
  entrypoint,
  route,
}: InstrumentedRequest): InstrumentedMessage {
  return { carrier, entrypoint, route, kind: undefined, byteLength: undefined };
}

/**
 * Returns the span name of a message: the method of a single call, or a fixed name for batches and for
 * messages without a known method.
 */
export function messageName({ kind }: InstrumentedMessage, method: string | undefined): string {
  return kind === 'batch' ? `${RPC_SYSTEM} batch` : (method ?? RPC_SYSTEM);
}

/** Returns the value of `rpc.method`: one for all unknown methods, undefined for an invalid request. */
export function methodOf({ methodRoute, request }: JsonRpcContext): string | undefined {
  return methodRoute?.name ?? (request === undefined ? undefined : '_OTHER');
}

/** Returns the attributes that name the method of a call. */
export function methodAttributes(call: JsonRpcContext): Attributes {
  const method = methodOf(call);
  const attributes: Attributes = { 'rpc.system.name': RPC_SYSTEM };
  if (method !== undefined) attributes['rpc.method'] = method;
  return attributes;
}

/**
 * Returns the attributes of a call that are known when it starts.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/rpc/json-rpc/
 */
export function callAttributes(call: JsonRpcContext): Attributes {
  const { methodRoute, request } = call;
  const attributes: Attributes = {
    ...methodAttributes(call),
    'jsonrpc.protocol.version': '2.0',
  };
  if (methodRoute === undefined && request !== undefined) {
    attributes['rpc.method_original'] = truncate(request.method);
  }
  if (request?.id !== undefined) attributes['jsonrpc.request.id'] = truncate(String(request.id));
  return attributes;
}

/** Returns the attributes of a message that are known before its body is read. */
export function messageAttributes({
  carrier: { http, connection },
  route,
}: InstrumentedMessage): Record<string, string | number> {
  const system = { 'rpc.system.name': RPC_SYSTEM };
  if (connection !== undefined) return { ...system, 'jsonrpc.connection.id': connection.id };
  if (http === undefined) return system;
  const { verb, path } = http;
  return {
    ...system,
    ...serverAttributes(http.header('host')),
    'http.request.method': verb,
    'http.route': route,
    'url.path': path,
  };
}

/** Returns the name and the port that the client has used, from its `Host` header. */
function serverAttributes(host = ''): Record<string, string | number> {
  const [, address, port] = /^([\w.-]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i.exec(host) ?? [];
  if (address === undefined) return {};
  const name = { 'server.address': truncate(address) };
  return port === undefined ? name : { ...name, 'server.port': Number(port) };
}

/** Returns the attributes of a connection. */
export function connectionAttributes(
  { id, address }: ConnectionInfo,
  { route }: InstrumentedMessage,
): Attributes {
  return {
    'rpc.system.name': RPC_SYSTEM,
    'jsonrpc.connection.id': id,
    'url.path': route,
    ...(address === undefined ? {} : { 'client.address': address }),
  };
}

/** How a call or a message failed. */
export interface Failure {
  /** OpenTelemetry's `error.type`: the error code, or the name of the class if there is no code. */
  readonly type: string;
  /** The `error.code` of the response. */
  readonly code: number | undefined;
  /** The message in the response. */
  readonly message: string;
}

/** Returns the failure of a finished call; undefined if the call succeeded. */
export function callFailure({ rawResponse, exception }: JsonRpcContext): Failure | undefined {
  if (rawResponse !== undefined && 'error' in rawResponse) return errorFailure(rawResponse.error);
  // An Unauthorized of a single call, which has an HTTP response instead.
  if (isBaseError(exception)) return errorFailure(exception);
  return isHttpError(exception) ? httpFailure(exception) : undefined;
}

/** Returns the failure of a whole message; undefined if its calls have outcomes. */
export function messageFailure(outcome: MessageOutcome): Failure | undefined {
  if (outcome.kind === 'ended') return httpFailure(outcome.error);
  return outcome.kind === 'rejected' ? errorFailure(outcome.response.error) : undefined;
}

function errorFailure({ code, message }: Pick<JsonRpcErrorObject, 'code' | 'message'>): Failure {
  return { type: String(code), code, message };
}

function httpFailure({ name, status }: HttpError): Failure {
  return { type: name, code: undefined, message: `HTTP ${status}` };
}

/** Returns the additional attributes of a failed call. */
export function failureAttributes({ type, code }: Failure): Attributes {
  const attributes: Attributes = { 'error.type': type };
  if (code !== undefined) {
    attributes['rpc.status_code'] = String(code);
    // The name up to version 1.44 of the conventions, which most tools still expect.
    attributes['rpc.response.status_code'] = String(code);
  }
  return attributes;
}

/** The attribute that says what a call with a repeated idempotency key got. */
export const IDEMPOTENCY_OUTCOME = 'jsonrpc.idempotency.outcome';

/** The error codes of `IdempotencyConflict` and `CallInProgress` of `@jsonrpc-kit/durable`. */
const IDEMPOTENCY_ERRORS: Readonly<Record<number, string>> = {
  [-32010]: 'conflict',
  [-32009]: 'in_progress',
};

/** Returns what a finished call with a repeated idempotency key got; undefined for other calls. */
export function idempotencyOutcome(
  { isReplay }: JsonRpcContext,
  failure: Failure | undefined,
): string | undefined {
  if (isReplay) return 'replay';
  return failure?.code === undefined ? undefined : IDEMPOTENCY_ERRORS[failure.code];
}

/**
 * Whether a reported error is the intended outcome of its call. For example, the core also reports an
 * `HttpError` that ends a notification, because no response contains the error.
 */
export function isHandled({ error, context }: ErrorReport): boolean {
  return context !== undefined && context.exception === error && !context.isUnhandledException;
}

const MAX_LENGTH = 200;

/** Truncates client-supplied text, which may be as long as a request body. */
export function truncate(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}
