import { stringifySetCookie, type SerializeOptions } from 'cookie';

/** Attributes of a `Set-Cookie` header (RFC 6265). `maxAge` is in seconds. */
export type CookieAttributes = SerializeOptions;

/**
 * Status, headers and cookies of the answer, shared by all calls of a batch: they leave as one HTTP
 * response. What a notification sets after the answer has left is without effect.
 */
export interface HttpResponseHead {
  /**
   * Replaces the 200 of a JSON-RPC answer.
   *
   * @throws RangeError where HTTP has no body with the status, or it is none
   */
  status: number | undefined;
  /**
   * Headers to send. The server sets those of the body itself (`content-type`, `content-length`,
   * `transfer-encoding`). A header of the connection (`connection`, `keep-alive`, `te`, `trailer`,
   * `upgrade`), or one that HTTP can't carry, turns the whole response into 500 and is logged.
   */
  readonly headers: Headers;
  /** Adds a `Set-Cookie` header; the value is percent-encoded. */
  setCookie(name: string, value: string, attributes?: CookieAttributes): void;
}

/** The {@link HttpResponseHead} of an exchange. Creates its headers on first access. */
export class ExchangeResponseHead implements HttpResponseHead {
  #status: number | undefined;
  #headers: Headers | undefined;

  get status(): number | undefined {
    return this.#status;
  }

  set status(status: number | undefined) {
    if (status !== undefined && !takesBody(status)) {
      throw new RangeError(
        `httpResponse: status must be from 200 to 599 and have a body, not ${status}`,
      );
    }
    this.#status = status;
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers());
  }

  setCookie(name: string, value: string, attributes: CookieAttributes = {}): void {
    this.headers.append('set-cookie', stringifySetCookie(name, value, attributes));
  }

  /** The headers to send, or undefined where none was set. */
  entries(): (readonly [string, string])[] | undefined {
    return this.#headers && responseHeaders(this.#headers);
  }
}

/** RFC 9110, section 6.4.1: no content comes with these. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function takesBody(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599 && !WITHOUT_BODY.has(status);
}

/** They say what the body is and where it ends, so that the server sets them, whatever stands here. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'transfer-encoding',
]);

/**
 * They concern one connection, which the server manages (RFC 9110, section 7.6.1). Node, its HTTP/2 and
 * the frameworks fail on them, each in its own way.
 */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** RFC 9110, sections 5.1 and 5.5. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers to send of those that a method or an `HttpError` has set, in lower case. */
export function responseHeaders(
  headers: Iterable<readonly [string, string]>,
): (readonly [string, string])[] {
  return Array.from(headers, ([name, value]) => [name.toLowerCase(), value] as const).filter(
    ([name]) => !OF_THE_SERVER.has(name),
  );
}

/**
 * Whether a response of a method may carry the header: HTTP has bytes for it, and it does not concern
 * the connection.
 *
 * @param header the value may be anything, where a subclass of HttpError has changed its headers
 */
export function isSendable([name, value]: readonly [string, unknown]): boolean {
  const hasBytes = NAME.test(name) && typeof value === 'string' && VALUE.test(value);
  return hasBytes && !OF_THE_CONNECTION.has(name);
}
