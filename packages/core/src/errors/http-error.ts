import { shown } from '../options/shown.js';

/**
 * Thrown anywhere in a call, it ends the whole HTTP exchange with this status and `{ detail }`: for
 * authentication on the level of HTTP.
 *
 * ```ts
 * throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Basic realm="bank"' });
 * ```
 *
 * In a notification, which nobody answers, it is logged only.
 */
export class HttpError extends Error {
  /** For logs. */
  override readonly name = 'HttpError';
  /** The status of the answer. */
  readonly status: number;
  /** The body is `{ detail }`. */
  readonly detail: unknown;
  /** Sent with the answer, in place of those that the calls have set. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Ends the whole HTTP exchange with this status and `{ detail }`, wherever in a call it is thrown.
   *
   * @param status 400 to 599
   * @param detail any JSON value
   * @param headers of the answer, in place of those that the calls have set
   * @throws RangeError where the status is none of an HTTP error, TypeError where JSON can't carry
   *   the detail
   */
  constructor(
    status: number,
    detail: unknown,
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(typeof detail === 'string' ? detail : `HTTP ${status}`, options);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`HttpError: status must be from 400 to 599, not ${shown(status)}`);
    }
    if (!isJsonValue(detail)) throw new TypeError('HttpError: detail must be a JSON value');
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

function isJsonValue(value: unknown): boolean {
  try {
    return (JSON.stringify(value) as string | undefined) !== undefined;
  } catch {
    return false;
  }
}
