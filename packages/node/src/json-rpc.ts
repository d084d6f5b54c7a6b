import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { adapterApi, type Api, type HttpResponse, isPromise } from '@jsonrpc-kit/core/adapter';
import { failedResponse } from './failed-response.js';
import { sendResponse } from './send-response.js';
import { targetPath } from './target-path.js';
import { toHttpRequest } from './to-http-request.js';

const NOT_FOUND: HttpResponse = {
  status: 404,
  body: '{"detail":"Not Found"}',
  contentType: 'application/json',
  headers: undefined,
  onSent: undefined,
};

/**
 * A request listener that serves the api and answers any other path with 404. Bind the entrypoints
 * and add the pages before, as for every adapter.
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
    const path = targetPath(incoming.url ?? '/');
    const exchange = { incoming, outgoing, path, native: incoming };
    const send = (response: HttpResponse): void => sendResponse(response, exchange, logger);
    const fail = (error: unknown): void => send(failedResponse(error, logger));
    try {
      const response = host.handle(toHttpRequest(exchange)) ?? NOT_FOUND;
      if (isPromise(response)) void response.then(send, fail);
      else send(response);
    } catch (error) {
      fail(error);
    }
  };
}
