import { stringifySetCookie, type SerializeOptions } from 'cookie';

/** Attributes of a `Set-Cookie` header (RFC 6265). `maxAge` is in seconds. */
export type CookieAttributes = SerializeOptions;

/**
 * The status, headers and cookies of the HTTP response, which all calls of a batch share. Changes by a
 * notification have no effect after the response has been sent.
 */
export interface HttpResponseHead {
  /**
   * The status of a JSON-RPC response. Default: 200.
   *
   * @throws RangeError if the status isn't valid, or HTTP doesn't allow a body with it
   */
  status: number | undefined;
  /**
   * The headers to send. `content-type`, `content-length` and `transfer-encoding` are ignored, because
   * the server sets them. An invalid header, or a header of the connection (`connection`, `keep-alive`,
   * `te`, `trailer`, `upgrade`), is logged and replaces the whole response with a 500.
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
    if (status !== undefined && !allowsBody(status)) {
      throw new RangeError(
        `httpResponse: status must be an integer from 200 to 599 that allows a body, not ${status}`,
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

  /** Returns the headers to send, or undefined if none was set. */
  entries(): (readonly [string, string])[] | undefined {
    return this.#headers && responseHeaders(this.#headers);
  }
}

/** Responses with these statuses have no content (RFC 9110, section 6.4.1). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function allowsBody(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599 && !WITHOUT_BODY.has(status);
}

/** The headers that describe the body, which the server sets. */
const BODY_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'transfer-encoding',
]);

/**
 * The headers of a connection, which the server manages (RFC 9110, section 7.6.1). Node, its HTTP/2
 * server and the frameworks fail on them in different ways.
 */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** The syntax of names and values (RFC 9110, sections 5.1 and 5.5). */
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns the headers of a method or an `HttpError` in lower case, without those of the body. */
export function responseHeaders(
  headers: Iterable<readonly [string, string]>,
): (readonly [string, string])[] {
  return Array.from(headers, ([name, value]) => [name.toLowerCase(), value] as const).filter(
    ([name]) => !BODY_HEADERS.has(name),
  );
}

/**
 * Whether a header is valid and isn't a header of the connection. The value may have any type, because
 * a subclass of `HttpError` can change its headers.
 */
export function isSendable([name, value]: readonly [string, unknown]): boolean {
  const isValid = NAME.test(name) && typeof value === 'string' && VALUE.test(value);
  return isValid && !CONNECTION_HEADERS.has(name);
}
