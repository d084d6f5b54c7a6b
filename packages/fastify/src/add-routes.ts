import type { Mount } from '@jsonrpc-kit/core/adapter';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { segmentsOf } from './path-below.js';
import { type FastifyHttpRequest, toHttpRequest, toUntypedRequest } from './to-http-request.js';

type Answer = (request: FastifyHttpRequest, reply: FastifyReply) => void;
type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

/** Mounts the api's paths, all verbs of them, with bodies left for the api to read. */
export function addRoutes(app: FastifyInstance, mounts: readonly Mount[], answer: Answer): void {
  leaveBodies(app);
  const depth = segmentsOf(app.prefix);
  const handler: Handler = (request, reply) => answer(toHttpRequest(request, reply, depth), reply);
  for (const mount of mounts.filter(({ matchSubpaths, path }) => matchSubpaths && path !== '/')) {
    takeOtherVerbs(app, basePattern(mount), handler);
  }
  for (const url of mounts.flatMap((mount) => patternsOf(app, mount))) {
    app.route({
      method: app.supportedMethods,
      url,
      handler,
      errorHandler: (error, request, reply) => {
        // Of all others the application's own error handler hears.
        if (!REFUSED_TYPES.has(error.code)) throw error;
        answer(toUntypedRequest(request, reply, depth), reply);
      },
    });
  }
}

/** A `content-type` that Fastify refuses by itself, before any handler: unreadable, or none at all. */
const REFUSED_TYPES = new Set([
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
]);

/** Fastify remembers a parser of a named type, and looks for that of all others each time anew. */
const JSON_TYPES = ['application/json', 'application/json-rpc', 'application/jsonrequest'];

/** The api says what it takes, and up to which length; Fastify's parsers refuse other things. */
function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...JSON_TYPES, '*'], (request, payload, done) => {
    // A stream that a hook has put in its place must not end the process by an error.
    if (payload !== request.raw) payload.on('error', () => undefined);
    done(null, payload);
  });
}

/** Verbs that Fastify has no routes for; what lies below the prefix is nobody else's. */
function takeOtherVerbs(app: FastifyInstance, prefix: string, handler: Handler): void {
  app.register(
    (below, _options, done) => {
      below.setNotFoundHandler(handler);
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
