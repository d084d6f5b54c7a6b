import type { Api } from '@jsonrpc-kit/core';
import {
  type AdapterApi,
  adapterApi,
  failureResponse,
  type HttpResponse,
} from '@jsonrpc-kit/core/adapter';
import { isPromise } from '@jsonrpc-kit/core/internal';
import { sendResponse } from '@jsonrpc-kit/node/adapter';
import { Router } from 'express';
import { ExpressHttpRequest } from './http-request.js';

/**
 * Returns a router that serves the api. Bind the entrypoints and add the pages first. Requests to other
 * paths are passed to the other routes of your application.
 *
 * ```ts
 * app.use(jsonRpc(api));
 * ```
 *
 * @throws TypeError if a resource isn't provided
 */
export function jsonRpc(api: Api): Router {
  const host = adapterApi(api, 'jsonRpc()');
  host.takeMounts();
  // One handler for all paths, because routes of Express would decode the paths, and respond by
  // themselves to a malformed percent-escape. With `mergeParams`, methods can read the parameters of
  // the path at which the router is mounted.
  return Router({ mergeParams: true }).use((request, response, next) => {
    const exchange = { incoming: request, outgoing: response };
    const send = (ready: HttpResponse): void => sendResponse(ready, exchange, host);
    const fail = (error: unknown): void => send(failureResponse(error, host.logger));
    let result: ReturnType<AdapterApi['handle']>;
    try {
      result = host.handle(new ExpressHttpRequest(request, response));
    } catch (error) {
      fail(error);
      return;
    }
    if (result === undefined) next();
    else if (isPromise(result)) void result.then(send, fail);
    else send(result);
  });
}
