import type { RequestId } from '@jsonrpc-kit/core';
import type { SentRequest } from '../transport/transport.js';

/** Headers by name. `undefined` omits a header that would be sent otherwise. */
export type TestHeaders = Readonly<Record<string, string | undefined>>;

/** Options for every request of a client. */
export interface TestRequestOptions {
  /** A path of the app, such as `/api/v1/jsonrpc`. Default: the client's. */
  readonly url?: string | undefined;
  /** Headers in addition to the client's. They replace headers of the same names. */
  readonly headers?: TestHeaders | undefined;
}

/** Options for a notification. */
export interface TestNotificationOptions extends TestRequestOptions {
  /** Further members of the request object, such as `{ traceId: '7' }`. Default: none. */
  readonly envelope?: EnvelopeMembers | undefined;
}

/** Options for a call. */
export interface TestCallOptions extends TestNotificationOptions {
  /** The id of the request. Default: 0. */
  readonly requestId?: RequestId | null | undefined;
}

/** An HTTP request with any method and body. Without `body` and `json` it has no body. */
export interface TestRequest extends TestRequestOptions {
  /** The HTTP method. Default: `POST`. */
  readonly verb?: string | undefined;
  /** The body as text or bytes. */
  readonly body?: string | Uint8Array | undefined;
  /** The body as a JSON value. */
  readonly json?: unknown;
}

/**
 * Members that an entrypoint's `requestSchema` adds to the request object. They follow the client's own
 * members and can't replace them.
 */
export interface EnvelopeMembers {
  /** Set by the option `requestId`. */
  readonly id?: never;
  /** Set by the client. */
  readonly jsonrpc?: never;
  /** Set by the client. */
  readonly method?: never;
  /** Set by the client. */
  readonly params?: never;
  /** Any other member. */
  readonly [member: string]: unknown;
}

const OWN_MEMBERS: readonly string[] = ['id', 'jsonrpc', 'method', 'params'];

/** The variable members of a request object. Without an id it is a notification. */
interface RequestParts {
  readonly id?: unknown;
  readonly method: unknown;
  readonly params: unknown;
  readonly envelope: EnvelopeMembers | undefined;
}

/** Builds a request object. Only missing params become `{}`: a test may send `null`. */
export function requestObject({ method, params, envelope = {}, ...rest }: RequestParts): object {
  const ownMember = OWN_MEMBERS.find((name) => Object.hasOwn(envelope, name));
  if (ownMember !== undefined) {
    throw new TypeError(
      `envelope: the client sets the member ${ownMember} itself. ` +
        'To send another value, use request({ json: … }).',
    );
  }
  return {
    ...rest,
    jsonrpc: '2.0',
    method,
    params: params === undefined ? {} : params,
    ...envelope,
  };
}

/** A call of a batch whose types are unknown. */
interface AnyCall extends Pick<RequestParts, 'method'> {
  readonly params?: unknown;
  readonly requestId?: unknown;
  readonly isNotification?: boolean;
  readonly envelope?: EnvelopeMembers | undefined;
}

/** Builds the request objects of a batch. */
export function batchObjects(calls: readonly AnyCall[]): object[] {
  return calls.map(({ method, params, requestId, isNotification, envelope }, index) => {
    const parts = { method, params, envelope };
    if (isNotification === true) return requestObject(parts);
    return requestObject({ id: requestId === undefined ? index : requestId, ...parts });
  });
}

declare const positions: unique symbol;

/** Positional params, created by `byPosition()`. */
export interface ByPosition {
  /** For the compiler only. */
  readonly [positions]: true;
}

/**
 * Marks params as positional, for a method whose `paramStructure` is `'by-position'` or `'either'`. The
 * values are not type-checked, because the types of a method have no order of parameters.
 *
 * ```ts
 * await client.jsonrpc('withdraw', byPosition('1.1', 5));
 * ```
 */
export function byPosition(...values: readonly unknown[]): ByPosition {
  return values as unknown as ByPosition;
}

/** Completes a request with the defaults of the client. */
export function toSentRequest(
  { verb = 'POST', body, json, ...options }: TestRequest,
  url: string,
  clientHeaders: TestHeaders,
): SentRequest {
  const content = body ?? (json === undefined ? undefined : JSON.stringify(json));
  const headers = new Headers(content === undefined ? {} : { 'content-type': 'application/json' });
  for (const [name, value] of Object.entries({ ...clientHeaders, ...options.headers })) {
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  return {
    verb,
    url: new URL(url, 'http://localhost'),
    headers,
    body: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  };
}
