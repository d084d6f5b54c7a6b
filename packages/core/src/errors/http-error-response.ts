import { detailResponse, type HttpResponse } from '../http/http-response.js';
import { type HttpError, isErrorStatus } from './http-error.js';

const TEXT_MEDIA_TYPE = 'text/plain; charset=utf-8';

/**
 * Returns the HTTP response to an `HttpError`. Its headers aren't checked yet.
 *
 * @throws TypeError if a subclass of `HttpError` has members that HTTP can't carry
 */
export function httpErrorResponse({ status, detail, headers, text }: HttpError): HttpResponse {
  if (!isErrorStatus(status)) {
    throw new TypeError('HttpError: status must be an integer from 400 to 599');
  }
  if (typeof text === 'string') {
    const sent = Object.entries(headers);
    return { status, body: text, contentType: TEXT_MEDIA_TYPE, headers: sent, onSent: undefined };
  }
  if (JSON.stringify(detail) === undefined) {
    throw new TypeError('HttpError: detail must be a JSON value');
  }
  return detailResponse(status, detail, Object.entries(headers));
}
