import {
  type ErrorReport,
  HttpError,
  type InstrumentedRequest,
  type JsonRpcContext,
} from '@jsonrpc-kit/core';

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

/**
 * Returns the span name of an HTTP request: the method of a single call, or a fixed name for batches
 * and for requests without a known method.
 */
export function requestName({ message }: InstrumentedRequest, method: string | undefined): string {
  return message === 'batch' ? `${RPC_SYSTEM} batch` : (method ?? RPC_SYSTEM);
}

/**
 * Returns the attributes of a call that are known when it starts.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/rpc/json-rpc/
 */
export function callAttributes({ methodRoute, request }: JsonRpcContext): Attributes {
  const attributes: Attributes = {
    'rpc.system.name': RPC_SYSTEM,
    'jsonrpc.protocol.version': '2.0',
  };
  if (methodRoute !== undefined) attributes['rpc.method'] = methodRoute.name;
  else if (request !== undefined) {
    attributes['rpc.method'] = '_OTHER';
    attributes['rpc.method_original'] = truncate(request.method);
  }
  if (request?.id !== undefined) attributes['jsonrpc.request.id'] = truncate(String(request.id));
  return attributes;
}

/** Returns the attributes of an HTTP request that are known before its body is read. */
export function requestAttributes({ httpRequest, entrypoint }: InstrumentedRequest): Attributes {
  const { verb, path, originalPath } = httpRequest;
  return {
    'rpc.system.name': RPC_SYSTEM,
    'http.request.method': verb,
    'http.route': originalPath ?? entrypoint.path,
    'url.path': originalPath ?? path,
  };
}

/** How a call failed. */
export interface CallFailure {
  /** OpenTelemetry's `error.type`: the error code, or the name of the class if there is no code. */
  readonly type: string;
  /** The `error.code` of the response. */
  readonly code: number | undefined;
  /** The message in the response. */
  readonly message: string;
}

/** Returns the failure of a finished call; undefined if the call succeeded. */
export function callFailure({ rawResponse, exception }: JsonRpcContext): CallFailure | undefined {
  if (rawResponse !== undefined && 'error' in rawResponse) {
    const { code, message } = rawResponse.error;
    return { type: String(code), code, message };
  }
  if (exception instanceof HttpError) {
    return { type: exception.name, code: undefined, message: `HTTP ${exception.status}` };
  }
  return undefined;
}

/** Returns the additional attributes of a failed call. */
export function failureAttributes({ type, code }: CallFailure): Attributes {
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
  failure: CallFailure | undefined,
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
