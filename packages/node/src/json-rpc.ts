import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { adapterApi, type Api, type HttpResponse, isPromise } from '@jsonrpc-kit/core/adapter';
import { NodeHttpRequest, targetPath } from './http-request.js';
import { failureResponse, sendResponse } from './send-response.js';

const NOT_FOUND: HttpResponse = {
  status: 404,
  body: '{"detail":"Not Found"}',
  contentType: 'application/json',
  headers: undefined,
  onSent: undefined,
};

/**
 * Returns a request listener that serves the api and responds with 404 on any other path. Bind the
 * entrypoints and add the pages first.
 *
 * ```ts
 * const server = createServer(jsonRpc(api)).listen(8000);
 * closeOnSignals(server, api);
 * ```
 */
export function jsonRpc(api: Api): RequestListener {
  const host = adapterApi(api, 'jsonRpc()');
  host.takeMounts();
  const { logger } = api;
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const exchange = { incoming, outgoing };
    const send = (response: HttpResponse): void => sendResponse(response, exchange, logger);
    const fail = (error: unknown): void => send(failureResponse(error, logger));
    try {
      const request = new NodeHttpRequest(exchange, targetPath(incoming.url ?? '/'));
      const response = host.handle(request) ?? NOT_FOUND;
      if (isPromise(response)) void response.then(send, fail);
      else send(response);
    } catch (error) {
      fail(error);
    }
  };
}
