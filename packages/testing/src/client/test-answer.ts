/** What an app has answered. */
export class TestAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** As they came; of several `set-cookie`, `getSetCookie()` gives each. */
  readonly headers: Headers;
  /** The body; empty where there is none. */
  readonly text: string;

  constructor(status: number, headers: Headers, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /**
   * The decoded body.
   *
   * @throws TypeError where it is no JSON; the message has the status and the body's beginning
   */
  get json(): unknown {
    try {
      return JSON.parse(this.text) as unknown;
    } catch (cause) {
      throw new TypeError(`The answer is no JSON: ${this.#summary}`, { cause });
    }
  }

  get #summary(): string {
    const { status, text } = this;
    if (text === '') return `status ${status} and an empty body`;
    const type = this.headers.get('content-type') ?? 'no content-type';
    const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
    return `status ${status}, ${type}, ${JSON.stringify(shown)}`;
  }
}

const SHOWN_LENGTH = 200;

/** The headers of an answer as `node:http` has them; several of one name are an array. */
export function headersOf(entries: Iterable<readonly [name: string, value: HeaderValue]>): Headers {
  const headers = new Headers();
  for (const [name, value] of entries) {
    for (const one of [value ?? []].flat()) headers.append(name, String(one));
  }
  return headers;
}

export type HeaderValue = string | number | readonly (string | number)[] | undefined;
