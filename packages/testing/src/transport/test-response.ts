const MAX_TEXT_LENGTH = 200;

/** The HTTP response of an app. */
export class TestResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. `getSetCookie()` returns each `set-cookie` separately. */
  readonly headers: Headers;
  /** The body as text; empty without a body. */
  readonly text: string;

  constructor(status: number, headers: Headers, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /**
   * The decoded body.
   *
   * @throws TypeError if the body is not JSON; the message has the status and the start of the body
   */
  get json(): unknown {
    try {
      return JSON.parse(this.text) as unknown;
    } catch (cause) {
      throw new TypeError(`The response is not JSON: ${this.#summary}`, { cause });
    }
  }

  get #summary(): string {
    const { status, text } = this;
    if (text === '') return `status ${status} and an empty body`;
    const type = this.headers.get('content-type') ?? 'no content-type';
    const isLong = text.length > MAX_TEXT_LENGTH;
    const start = isLong ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
    return `status ${status}, ${type}, ${JSON.stringify(start)}`;
  }
}

/** A header value as `node:http` has it: repeated headers are an array. */
export type HeaderValue = string | number | readonly (string | number)[] | undefined;

export function toHeaders(entries: Iterable<readonly [name: string, value: HeaderValue]>): Headers {
  const headers = new Headers();
  for (const [name, value] of entries) {
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  }
  return headers;
}
