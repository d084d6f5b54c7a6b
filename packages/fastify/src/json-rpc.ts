import type { Api } from '@jsonrpc-kit/core';
import {
  type AdapterApi,
  adapterApi,
  failureResponse,
  type HttpResponse,
  type Mount,
} from '@jsonrpc-kit/core/adapter';
import { isPromise } from '@jsonrpc-kit/core/internal';
import { UnfinishedResponses } from '@jsonrpc-kit/node/adapter';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closeWithApp, type PluginCloseOptions } from './closing.js';
import { FastifyHttpRequest, loggerOf, InvalidContentTypeRequest } from './http-request.js';
import { sendResponse } from './send-response.js';

/** Options of the plugin, in addition to Fastify's own, such as `prefix`. */
export interface JsonRpcOptions {
  /** The api to serve. */
  readonly api: Api;
  /**
   * How the api is closed with the application. `timeout` is the time in milliseconds that running
   * calls have to finish before they are aborted; `Infinity` requires a `pluginTimeout` of 0. Default:
   * two seconds less than Fastify's `pluginTimeout`, after which Fastify stops closing a plugin. By
   * default, this is 8,000.
   */
  readonly close?: PluginCloseOptions | undefined;
}

/**
 * A plugin that serves the api. Bind the entrypoints and add the pages before Fastify boots. The api
 * uses Fastify's logger, if Fastify has one, unless the api has its own. `app.close()` also closes the
 * api.
 *
 * ```ts
 * await app.register(jsonRpc, { api, prefix: '/bank' });
 * ```
 *
 * The plugin is ready when the api's resources are open. If one can't be opened, the start fails.
 *
 * @throws TypeError without an `api`, or if a resource isn't provided
 * @throws RangeError if `close.timeout` is negative or NaN, or too long for Fastify's `pluginTimeout`
 */
export async function jsonRpc(app: FastifyInstance, options: JsonRpcOptions): Promise<void> {
  const { api, close } = options;
  if ((api as Api | undefined) === undefined) {
    throw new TypeError(
      'jsonRpc: the option api is missing. Write app.register(jsonRpc, { api }).',
    );
  }
  const host = adapterApi(api, 'jsonRpc: the option api');
  const responses = new UnfinishedResponses();
  const logger = loggerOf(app);
  if (logger !== undefined) host.offerLogger(logger);
  closeWithApp(app, api, { responses, close });
  addRoutes(app, host.takeMounts(), (request, reply) => {
    const send = (response: HttpResponse): void => {
      sendResponse(response, reply, host);
      responses.addUnlessSent(reply.raw);
    };
    const fail = (error: unknown): void => send(failureResponse(error, api.logger));
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

type Respond = (request: FastifyHttpRequest, reply: FastifyReply) => void;
type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

/** Adds routes for all paths and verbs of the api, without parsing the bodies, which the api reads. */
function addRoutes(app: FastifyInstance, mounts: readonly Mount[], respond: Respond): void {
  passBodiesThrough(app);
  const prefixSegments = app.prefix.split('/').filter((segment) => segment !== '').length;
  const handler: Handler = (request, reply) =>
    respond(new FastifyHttpRequest(request, reply, prefixSegments), reply);
  for (const mount of mounts.filter(({ matchSubpaths, path }) => matchSubpaths && path !== '/')) {
    handleOtherVerbs(app, basePattern(mount), handler);
  }
  for (const url of mounts.flatMap((mount) => patternsOf(app, mount))) {
    app.route({
      method: app.supportedMethods,
      url,
      handler,
      errorHandler: (error, request, reply) => {
        // The error handler of the application handles all other errors.
        if (!CONTENT_TYPE_ERRORS.has(error.code)) throw error;
        respond(new InvalidContentTypeRequest(request, reply, prefixSegments), reply);
      },
    });
  }
}

/**
 * The codes of Fastify's errors about an invalid or missing `content-type`, which it throws before any
 * handler.
 */
const CONTENT_TYPE_ERRORS = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
]);

/**
 * Listed by name because Fastify caches their parser, but searches for the parser of `*` on each
 * request.
 */
const JSON_TYPES = ['application/json', 'application/json-rpc', 'application/jsonrequest'];

/** Replaces Fastify's body parsers, which would reject bodies by other rules than the api. */
function passBodiesThrough(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...JSON_TYPES, '*'], (request, payload, done) => {
    // An error of a stream with which a hook has replaced the body must not end the process.
    if (payload !== request.raw) payload.on('error', () => undefined);
    done(null, payload);
  });
}

/** Handles verbs for which Fastify has no routes. All paths below the prefix belong to the api. */
function handleOtherVerbs(app: FastifyInstance, prefix: string, handler: Handler): void {
  app.register(
    (scope, _options, done) => {
      scope.setNotFoundHandler(handler);
      done();
    },
    { prefix },
  );
}

function patternsOf(app: FastifyInstance, mount: Mount): string[] {
  const base = basePattern(mount);
  if (mount.matchSubpaths) return [base || '/', `${base}/*`];
  return ignoresTrailingSlash(app) ? [base || '/'] : [base, `${base}/`];
}

/** Fastify matches decoded paths. */
function basePattern({ path }: Mount): string {
  return decodeURI(path).replace(/\/$/, '');
}

function ignoresTrailingSlash({ initialConfig }: FastifyInstance): boolean {
  return (
    initialConfig.ignoreTrailingSlash === true ||
    initialConfig.routerOptions?.ignoreTrailingSlash === true
  );
}
