import { detailResponse, type HttpResponse } from '../http/http-response.js';
import { responseHeaders } from '../http/http-response-head.js';
import { type HttpError, isErrorStatus } from './http-error.js';

/**
 * Returns the HTTP response to an `HttpError`.
 *
 * @throws TypeError if a subclass of `HttpError` has members that HTTP can't carry
 */
export function httpErrorResponse({ status, detail, headers }: HttpError): HttpResponse {
  if (!isErrorStatus(status)) {
    throw new TypeError('HttpError: status must be an integer from 400 to 599');
  }
  if (JSON.stringify(detail) === undefined) {
    throw new TypeError('HttpError: detail must be a JSON value');
  }
  return detailResponse(status, detail, responseHeaders(Object.entries(headers)));
}
