/** An HTTP request as a case sends it. */
export interface SentRequest {
  /** The HTTP method. */
  readonly verb: string;
  /** Appended to the path of the audited URL. */
  readonly below: string;
  /** A name may stand several times. */
  readonly headers: readonly (readonly [string, string])[];
  /** Undefined where there is none. */
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

export type RequestOptions = Partial<Omit<SentRequest, 'body'>>;

const JSON_HEADERS: SentRequest['headers'] = [
  ['content-type', 'application/json'],
  ['accept', 'application/json'],
];

/** A POST of this text, or of these bytes where it is no text. */
export function post(
  body: string | Uint8Array<ArrayBuffer>,
  { verb = 'POST', below = '', headers = JSON_HEADERS }: RequestOptions = {},
): SentRequest {
  return { verb, below, headers, body: typeof body === 'string' ? bytesOf(body) : body };
}

/** A request without a body. */
export function bare(verb: string): SentRequest {
  return { verb, below: '', headers: [['accept', 'application/json']], body: undefined };
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

const SHOWN = 300;

/** What was sent, for a person to read. */
export function describeRequest({ verb, below, headers, body }: SentRequest): string {
  const shownHeaders = headers
    .filter(([name, value]) => name !== 'accept' && value !== 'application/json')
    .map(([name, value]) => ` [${name}: ${value}]`)
    .join('');
  const text = body === undefined ? '(no body)' : new TextDecoder().decode(body);
  return `${verb}${below === '' ? '' : ` …${below}`}${shownHeaders} ${shorten(text)}`;
}

export function shorten(text: string): string {
  if (text === '') return '(an empty body)';
  const characters = text.length - SHOWN;
  return characters <= 0 ? text : `${text.slice(0, SHOWN)}… (and ${characters} characters more)`;
}
