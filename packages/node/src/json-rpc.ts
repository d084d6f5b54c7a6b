import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Api, type HttpAnswer, isPromise, requireApi } from '@jsonrpc-kit/core/adapter';
import { sendResponse } from './send-response.js';
import { targetPath } from './target-path.js';
import { toHttpRequest } from './to-http-request.js';

const NOT_FOUND: HttpAnswer = {
  status: 404,
  body: '{"detail":"Not Found"}',
  contentType: 'application/json',
  headers: undefined,
  sent: undefined,
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
  requireApi('jsonRpc()', api);
  api.takeMounts();
  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const path = targetPath(incoming.url ?? '/');
    const exchange = { incoming, outgoing, path, native: incoming };
    const send = (answer: HttpAnswer): void => sendResponse(answer, exchange, api.logger);
    const answer = api.handle(toHttpRequest(exchange)) ?? NOT_FOUND;
    if (isPromise(answer)) void answer.then(send);
    else send(answer);
  };
}
