import {
  adapterApi,
  type AdapterApi,
  type Api,
  type HttpResponse,
  isPromise,
} from '@jsonrpc-kit/core/adapter';
import { failedResponse, sendResponse } from '@jsonrpc-kit/node/adapter';
import { Router } from 'express';
import { toHttpRequest } from './to-http-request.js';

/**
 * A router that serves the api: bind its entrypoints and add its pages before. A path that is none of
 * the api's goes on to the other routes of the application.
 *
 * ```ts
 * app.use(jsonRpc(api));
 * ```
 */
export function jsonRpc(api: Api): Router {
  const host = adapterApi(api, 'jsonRpc()');
  host.takeMounts();
  const { logger } = api;
  // One handler for all the api's paths: Express's own routes would decode them, and answer an
  // escape that they can't decode. A method may ask for the parameters of the path it is mounted at.
  return Router({ mergeParams: true }).use((request, response, next) => {
    const exchange = { incoming: request, outgoing: response };
    const send = (ready: HttpResponse): void => sendResponse(ready, exchange, logger);
    const fail = (error: unknown): void => send(failedResponse(error, logger));
    let result: ReturnType<AdapterApi['handle']>;
    try {
      result = host.handle(toHttpRequest(request, response));
    } catch (error) {
      fail(error);
      return;
    }
    if (result === undefined) next();
    else if (isPromise(result)) void result.then(send, fail);
    else send(result);
  });
}
