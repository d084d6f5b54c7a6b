import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from '@jsonrpc-kit/core';
import {
  adapterApi,
  failureResponse,
  type HttpResponse,
  notFoundResponse,
} from '@jsonrpc-kit/core/adapter';
import { isPromise } from '@jsonrpc-kit/core/internal';
import { NodeHttpRequest, targetPath } from './http-request.js';
import { sendResponse } from './send-response.js';

/** A request listener for `node:http`, which can also be used as a middleware of Connect. */
export type JsonRpcListener = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: () => void,
) => void;

/**
 * Returns a request listener that serves the api. Bind the entrypoints and add the pages first. A
 * request to any other path is passed to `next()`, or gets 404 if there is no `next()`.
 *
 * ```ts
 * const server = createServer(jsonRpc(api)).listen(8000);
 * closeOnSignals(server, api);
 * ```
 *
 * @throws TypeError if a resource isn't provided
 */
export function jsonRpc(api: Api): JsonRpcListener {
  const host = adapterApi(api, 'jsonRpc()');
  host.takeMounts();
  return (incoming, outgoing, next) => {
    const exchange = { incoming, outgoing };
    const send = (response: HttpResponse): void => sendResponse(response, exchange, host);
    const fail = (error: unknown): void => send(failureResponse(error, host.logger));
    let response: ReturnType<typeof host.handle>;
    try {
      response = host.handle(new NodeHttpRequest(exchange, targetPath(incoming.url ?? '/')));
    } catch (error) {
      fail(error);
      return;
    }
    if (isPromise(response)) void response.then(send, fail);
    else if (response !== undefined) send(response);
    else if (next === undefined) send(notFoundResponse());
    else next();
  };
}
