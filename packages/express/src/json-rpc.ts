import { type Api, type HttpAnswer, isPromise, requireApi } from '@jsonrpc-kit/core/adapter';
import { sendResponse } from '@jsonrpc-kit/node/adapter';
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
  requireApi('jsonRpc()', api);
  api.takeMounts();
  // One handler for all the api's paths: Express's own routes would decode them, and answer an
  // escape that they can't decode. A method may ask for the parameters of the path it is mounted at.
  return Router({ mergeParams: true }).use((request, response, next) => {
    const answer = api.handle(toHttpRequest(request, response));
    if (answer === undefined) {
      next();
      return;
    }
    const send = (ready: HttpAnswer): void =>
      sendResponse(ready, { incoming: request, outgoing: response }, api.logger);
    if (isPromise(answer)) answer.then(send).catch(next);
    else send(answer);
  });
}
