import type { Server } from 'node:http';
import { fastify } from 'fastify';
import { PATH } from '../service/protocols.js';
import { type Setup, TOKEN_HEADER } from '../service/service.js';
import { baselineJsonRpc, handleText, parseError } from './json-rpc.js';
import { NOSNIFF, readText } from './node.js';

/** Fastify as its documentation shows: its own parser, and the handler's return value. */
export async function fastifyBaseline(setup: Setup): Promise<Server> {
  const handle = baselineJsonRpc(setup);
  const app = fastify();
  app.post(PATH, async (request, reply) => {
    const responses = await handle(
      request.body,
      request.headers[TOKEN_HEADER] as string | undefined,
    );
    if (responses === undefined) reply.code(204);
    else reply.header(...NOSNIFF);
    return responses;
  });
  app.setErrorHandler((_error, _request, reply) => reply.code(200).send(parseError));
  await app.ready();
  return app.server;
}

/** A parser that doesn't read the body, which is read from Node's message. */
export async function fastifyBytesBaseline(setup: Setup): Promise<Server> {
  const handle = baselineJsonRpc(setup);
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
  app.post(PATH, async (request, reply) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    const text = await handleText(handle, await readText(request.raw), token);
    if (text === undefined) return reply.code(204).send();
    // A custom serializer keeps Fastify from adding a charset.
    return reply
      .type('application/json')
      .header(...NOSNIFF)
      .serializer(unchanged)
      .send(text);
  });
  await app.ready();
  return app.server;
}

function unchanged(text: string): string {
  return text;
}
