import { addBrand, hasBrand } from '../brand/brand.js';
import { isObject, describeValue } from '../options/describe-value.js';

/** Options of {@link HttpError}. */
export interface HttpErrorOptions extends ErrorOptions {
  /**
   * The body of the response, as `text/plain`, instead of `{ detail }`. For clients that expect what
   * another server sent. Default: `{ detail }`.
   */
  readonly text?: string | undefined;
}

/**
 * Replaces the whole HTTP response with the given status and the body `{ detail }`. Throw it anywhere
 * in a call if no call of the request may succeed. It also replaces the responses of the other calls of
 * a batch. For a missing or wrong credential, throw `Unauthorized` instead.
 *
 * ```ts
 * throw new HttpError(503, 'The vault is closed', { 'retry-after': '60' });
 * ```
 *
 * In a notification, which has no response, the error is only logged. In a durable notification, it is
 * the response if the notification can't be stored.
 */
export class HttpError extends Error {
  static {
    addBrand(this.prototype, 'HttpError');
  }

  /** The name in logs. */
  override readonly name = 'HttpError';
  /** The status of the response. */
  readonly status: number;
  /** The value of `detail` in the body of the response. */
  readonly detail: unknown;
  /** The headers of the response. They replace headers that calls have set. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the response instead of `{ detail }`. */
  readonly text: string | undefined;

  /**
   * Creates an error that becomes the HTTP response.
   *
   * @param status 400 to 599
   * @param detail any JSON value. Default: the reason phrase of the status, such as `'Not Found'`.
   * @param headers the headers of the response, which replace headers that calls have set
   * @param options a `text` to send instead of `{ detail }`, and a `cause`, which is only logged
   * @throws RangeError if the status isn't an HTTP error, or TypeError if the detail can't be encoded
   *   as JSON, or a header or the text isn't a string
   */
  constructor(
    status: number,
    detail?: unknown,
    headers: Readonly<Record<string, string>> = {},
    { text, ...options }: HttpErrorOptions = {},
  ) {
    super(typeof detail === 'string' ? detail : `HTTP ${status}`, options);
    if (!isErrorStatus(status)) {
      throw new RangeError(
        `HttpError: status must be an integer from 400 to 599, not ${describeValue(status)}`,
      );
    }
    if (detail !== undefined && !isJsonValue(detail)) {
      throw new TypeError(
        'HttpError: detail must be a JSON value. Pass a string or a plain object.',
      );
    }
    checkHeaders(headers);
    if (text !== undefined && typeof (text as unknown) !== 'string') {
      throw new TypeError(`HttpError: text must be a string, not ${describeValue(text)}`);
    }
    this.text = text;
    this.status = status;
    this.detail = detail === undefined ? statusText(status) : detail;
    this.headers = headers;
  }
}

/**
 * Whether a value is an {@link HttpError}. Unlike `instanceof HttpError`, it recognizes the errors of
 * another copy of this package. Never throws.
 */
export function isHttpError(value: unknown): value is HttpError {
  return hasBrand(value, 'HttpError');
}

export function isErrorStatus(status: unknown): boolean {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;
}

/** @param headers of any type, from callers without types */
function checkHeaders(headers: unknown): void {
  const isRecord = isObject(headers) && !Array.isArray(headers);
  if (isRecord && Object.values(headers).every((value) => typeof value === 'string')) return;
  throw new TypeError(
    "HttpError: headers must be an object of strings. Write { 'retry-after': '1' }.",
  );
}

function isJsonValue(value: unknown): boolean {
  try {
    return (JSON.stringify(value) as string | undefined) !== undefined;
  } catch {
    return false;
  }
}

/** The reason phrases from IANA's registry of status codes. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  511: 'Network Authentication Required',
};

/** Returns the reason phrase of a status, or a general phrase if the status isn't registered. */
export function statusText(status: number): string {
  return STATUS_TEXTS[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
}
