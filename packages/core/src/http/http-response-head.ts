import { stringifySetCookie, type SerializeOptions } from 'cookie';
import type { Logger } from '../logging/logger.js';
import { describeValue } from '../options/describe-value.js';
import { detailResponse, type HttpResponse } from './http-response.js';

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
   * The headers to send. A value with characters beyond ASCII or control characters throws a TypeError
   * when it is set. Headers that only the server sets are ignored and logged: those of the body
   * (`content-type`, `content-length`) and of the connection (`connection`, `keep-alive`, `te`,
   * `trailer`, `transfer-encoding`, `upgrade`).
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
    return (this.#headers ??= checkedHeaders());
  }

  setCookie(name: string, value: string, attributes: CookieAttributes = {}): void {
    this.headers.append('set-cookie', stringifySetCookie(name, value, attributes));
  }

  /** Returns the headers to send, or undefined if none was set. */
  entries(): (readonly [string, string])[] | undefined {
    return this.#headers && [...this.#headers];
  }
}

/**
 * A copy of a response head. Changes of the copy are applied to the original when it is kept, and from
 * then on immediately.
 */
export class DraftResponseHead extends ExchangeResponseHead {
  readonly #original: HttpResponseHead;
  readonly #headers: Headers;
  readonly #changes: ((head: HttpResponseHead) => void)[] = [];
  #isKept = false;

  constructor(original: ExchangeResponseHead) {
    super();
    this.#original = original;
    super.status = original.status;
    const copy = checkedHeaders();
    for (const [name, value] of original.entries() ?? []) copy.append(name, value);
    const append = copy.append.bind(copy);
    const set = copy.set.bind(copy);
    const remove = copy.delete.bind(copy);
    this.#headers = Object.assign(copy, {
      append: (name: string, value: string) => {
        append(name, value);
        this.#change(({ headers }) => headers.append(name, value));
      },
      set: (name: string, value: string) => {
        set(name, value);
        this.#change(({ headers }) => headers.set(name, value));
      },
      delete: (name: string) => {
        remove(name);
        this.#change(({ headers }) => headers.delete(name));
      },
    });
  }

  override get status(): number | undefined {
    return super.status;
  }

  override set status(status: number | undefined) {
    super.status = status;
    this.#change((head) => {
      head.status = status;
    });
  }

  override get headers(): Headers {
    return this.#headers;
  }

  /** Applies all changes to the original. */
  keep(): void {
    this.#isKept = true;
    for (const change of this.#changes.splice(0)) change(this.#original);
  }

  #change(change: (head: HttpResponseHead) => void): void {
    if (this.#isKept) change(this.#original);
    else this.#changes.push(change);
  }
}

/** Responses with these statuses have no content (RFC 9110, section 6.4.1). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function allowsBody(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599 && !WITHOUT_BODY.has(status);
}

/**
 * The headers of the body and of the connection (RFC 9110, section 7.6.1), which the server sets. Node,
 * its HTTP/2 server and the frameworks fail on those of the connection in different ways.
 */
const SERVER_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The syntax of a name (RFC 9110, section 5.1). */
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
/**
 * The syntax of a value (RFC 9110, section 5.5) without obsolete text. Servers and clients disagree on
 * the encoding of characters beyond ASCII.
 */
const VALUE = /^[\t\x20-\x7e]*$/;

/** Creates headers that reject a value that can't be sent, so that only the call that sets it fails. */
function checkedHeaders(): Headers {
  const headers = new Headers();
  const append = headers.append.bind(headers);
  const set = headers.set.bind(headers);
  // Not a subclass, because the types of some runtimes declare methods as properties.
  return Object.assign(headers, {
    append: (name: string, value: string) => append(name, checkValue(name, value)),
    set: (name: string, value: string) => set(name, checkValue(name, value)),
  });
}

/** @throws TypeError if the value has other characters than a header may have */
function checkValue(name: string, value: string): string {
  if (VALUE.test(value)) return value;
  throw new TypeError(
    `httpResponse: the value of the header ${describeValue(name)} must contain only printable ASCII ` +
      'characters, spaces and tabs. Encode other characters, for example with encodeURIComponent().',
  );
}

/**
 * Returns a response with the headers of a method or an `HttpError` that can be sent, with names in lower
 * case. Headers that the server sets are left out and logged. An invalid header is logged and turns the
 * response into a 500.
 */
export function withSendableHeaders(response: HttpResponse, logger: Logger): HttpResponse {
  const headers: (readonly [string, string])[] = [];
  const ignored: string[] = [];
  for (const [written, value] of response.headers ?? []) {
    const name = written.toLowerCase();
    if (SERVER_HEADERS.has(name)) {
      ignored.push(name);
    } else if (isValid(name, value)) {
      headers.push([name, value]);
    } else {
      logger.error({ header: name }, 'Response replaced: one of its headers is not allowed');
      return detailResponse(500, 'Internal Server Error');
    }
  }
  if (ignored.length > 0) {
    logger.warn({ headers: ignored }, 'Headers ignored: only the server sets them');
  }
  return { ...response, headers };
}

/** @param value may have any type, because a subclass of `HttpError` can change its headers */
function isValid(name: string, value: unknown): boolean {
  return NAME.test(name) && typeof value === 'string' && VALUE.test(value);
}
