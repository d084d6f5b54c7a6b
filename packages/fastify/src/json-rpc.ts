import {
  adapterApi,
  type AdapterApi,
  type Api,
  type HttpResponse,
  isPromise,
} from '@jsonrpc-kit/core/adapter';
import { failedResponse, OpenResponses } from '@jsonrpc-kit/node/adapter';
import type { FastifyInstance } from 'fastify';
import { addRoutes } from './add-routes.js';
import { closeWithApp } from './close-with-app.js';
import { loggerOf } from './logger-of.js';
import { sendResponse } from './send-response.js';

/** Options of the plugin, beside Fastify's own, as `prefix`. */
export interface JsonRpcOptions {
  /** What is served. */
  readonly api: Api;
  /**
   * Milliseconds for running calls to end when the application is closed; `Infinity` needs a
   * `pluginTimeout` of 0. Default: two seconds less than Fastify's `pluginTimeout`, which ends the
   * closing of a plugin; so 8,000.
   */
  readonly closeTimeout?: number | undefined;
}

/**
 * A plugin that serves the api as it is when Fastify boots: bind its entrypoints and add its pages
 * before. Errors are logged by Fastify's logger where it has one and the api was given none, and the
 * api is closed with the application.
 *
 * ```ts
 * await app.register(jsonRpc, { api, prefix: '/bank' });
 * ```
 *
 * The plugin is ready when the api's resources are open; one that can't be opened fails the start.
 *
 * @throws TypeError without an `api`, and if a resource isn't provided
 * @throws RangeError where `closeTimeout` is negative or NaN, or leaves nothing of Fastify's
 *   `pluginTimeout`
 */
export async function jsonRpc(
  app: FastifyInstance,
  { api, closeTimeout }: JsonRpcOptions,
): Promise<void> {
  if ((api as Api | undefined) === undefined) {
    throw new TypeError('jsonRpc: there is no api; write app.register(jsonRpc, { api })');
  }
  const host = adapterApi(api, 'jsonRpc: the option api');
  const responses = new OpenResponses();
  const logger = loggerOf(app);
  if (logger !== undefined) host.offerLogger(logger);
  closeWithApp(app, api, { responses, closeTimeout });
  addRoutes(app, host.takeMounts(), (request, reply) => {
    const send = (response: HttpResponse): void => {
      sendResponse(response, reply, api.logger);
      responses.addUnlessSent(reply.raw);
    };
    const fail = (error: unknown): void => send(failedResponse(error, api.logger));
    let result: ReturnType<AdapterApi['handle']>;
    try {
      result = host.handle(request);
    } catch (error) {
      fail(error);
      return;
    }
    if (result === undefined) reply.callNotFound();
    else if (isPromise(result)) void result.then(send, fail);
    else send(result);
  });
  await api.open();
}
