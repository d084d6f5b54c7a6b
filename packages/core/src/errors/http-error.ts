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
  override readonly name = 'HttpError';
  readonly status: number;
  readonly detail: unknown;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status 400 to 599
   * @param detail any JSON value
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
      throw new RangeError(`HttpError: status must be from 400 to 599, not ${status}`);
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
