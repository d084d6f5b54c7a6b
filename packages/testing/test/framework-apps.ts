import { adapterApi, type AdapterApi } from '@jsonrpc-kit/core/adapter';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Api } from '@jsonrpc-kit/core';
import createExpress from 'express';
import createFastify, { type FastifyInstance } from 'fastify';
import { Hono } from 'hono';
import type { TestableApp } from '../src/index.js';

/** An app that serves an api, with the least that its framework needs for that. */
export interface FrameworkApp {
  readonly name: string;
  readonly create: (api: Api) => TestableApp;
}

// The real adapters are tested with the kit where they live; this package knows none of them.
export const frameworkApps: readonly FrameworkApp[] = [
  { name: 'an Api', create: (api) => api },
  { name: 'a Hono app', create: honoApp },
  { name: 'an Express app', create: expressApp },
  { name: 'a Fastify instance', create: fastifyApp },
  { name: 'a request listener', create: requestListener },
  { name: 'a server', create: (api) => createServer(requestListener(api)) },
];

interface Parts {
  readonly verb: string;
  readonly path: string;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

type Answer = NonNullable<Awaited<ReturnType<AdapterApi['handle']>>>;

async function answerOf(api: Api, { body, ...parts }: Parts): Promise<Answer | undefined> {
  return adapterApi(api).handle({
    ...parts,
    path: parts.path.replace(/\?.*/, ''),
    readBody: () => ({ kind: 'text', text: body }),
    signal: new AbortController().signal,
    native: undefined,
  });
}

function headersOf({ contentType, headers = [] }: Answer): [string, string][] {
  const type: [string, string][] = contentType === undefined ? [] : [['content-type', contentType]];
  return [...type, ...Array.from(headers, ([name, value]): [string, string] => [name, value])];
}

export function honoApp(api: Api): Hono {
  const app = new Hono();
  app.all('*', async (c) => {
    const answer = await answerOf(api, {
      verb: c.req.method,
      path: c.req.path,
      header: (name) => c.req.header(name),
      body: await c.req.text(),
    });
    if (answer === undefined) return c.notFound();
    void answer.onSent?.();
    const headers = new Headers();
    for (const [name, value] of headersOf(answer)) headers.append(name, value);
    return new Response(String(answer.body ?? '') || null, { status: answer.status, headers });
  });
  return app;
}

export function expressApp(api: Api): RequestListener {
  return createExpress().use(requestListener(api));
}

export function fastifyApp(api: Api): FastifyInstance {
  const app = createFastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body);
  app.all('/*', async (request, reply) => {
    const answer = await answerOf(api, {
      verb: request.method,
      path: request.url,
      header: (name) => request.headers[name] as string | undefined,
      body: (request.body as string | undefined) ?? '',
    });
    if (answer === undefined) return reply.callNotFound();
    void answer.onSent?.();
    for (const [name, value] of headersOf(answer)) reply.header(name, value);
    return reply.code(answer.status).send(answer.body);
  });
  return app;
}

export function requestListener(api: Api): RequestListener {
  return (request: IncomingMessage, response) => {
    void (async () => {
      const answer = await answerOf(api, {
        verb: request.method ?? '',
        path: request.url ?? '',
        header: (name) => request.headers[name] as string | undefined,
        body: await text(request),
      });
      response.statusCode = answer?.status ?? 404;
      for (const [name, value] of answer ? headersOf(answer) : [])
        response.appendHeader(name, value);
      response.end(answer?.body);
      void answer?.onSent?.();
    })();
  };
}
