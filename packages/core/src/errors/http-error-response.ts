import { detailResponse, type HttpResponse } from '../http/http-response.js';
import { responseHeaders } from '../http/http-response-head.js';
import { type HttpError, isErrorStatus } from './http-error.js';

/**
 * Returns the response that ends the HTTP exchange of the error.
 *
 * @throws TypeError if a subclass of `HttpError` has members that HTTP can't carry
 */
export function httpErrorResponse({ status, detail, headers }: HttpError): HttpResponse {
  if (!isErrorStatus(status)) {
    throw new TypeError('The status of an HttpError must be from 400 to 599');
  }
  if (JSON.stringify(detail) === undefined) {
    throw new TypeError('The detail of an HttpError must be a JSON value');
  }
  return detailResponse(status, detail, responseHeaders(Object.entries(headers)));
}
