import { stringifySetCookie, type SerializeOptions } from 'cookie';
import { answerHeaders } from './answer-headers.js';

/** Attributes of a `Set-Cookie` header (RFC 6265). `maxAge` is in seconds. */
export type CookieAttributes = SerializeOptions;

/**
 * Status, headers and cookies of the answer, shared by all calls of a batch: they leave as one HTTP
 * response. What a notification sets after the answer has left is without effect.
 */
export interface HttpResponse {
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

/** The {@link HttpResponse} of an exchange. Creates its headers on first access. */
export class ExchangeHttpResponse implements HttpResponse {
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
    return this.#headers && answerHeaders(this.#headers);
  }
}

/** RFC 9110, section 6.4.1: no content comes with these. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function takesBody(status: number): boolean {
  return Number.isInteger(status) && status >= 200 && status <= 599 && !WITHOUT_BODY.has(status);
}
