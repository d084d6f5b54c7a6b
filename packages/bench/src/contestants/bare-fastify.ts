import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import { fastify } from 'fastify';
import { answerText } from '../by-hand/answer-text.js';
import { jsonRpcByHand } from '../by-hand/json-rpc.js';
import { readBytes } from '../by-hand/read-bytes.js';
import { parseError } from '../by-hand/response.js';
import { TOKEN_HEADER } from '../service/greet.js';
import type { Setup } from '../service/setup.js';
import { PATH } from './contestant.js';

/** As Fastify's documentation shows: its own parser, and what the handler returns. */
export function bareFastify(setup: Setup): Promise<Server> {
  return idiomaticFastify(jsonRpcByHand(setup));
}

/** The same with an `AsyncLocalStorage` around each message: its price, which a framework can't lower. */
export function bareFastifyContext(setup: Setup): Promise<Server> {
  const handle = jsonRpcByHand(setup);
  const storage = new AsyncLocalStorage<object>();
  return idiomaticFastify((message, token) => storage.run({}, handle, message, token));
}

async function idiomaticFastify(handle: ReturnType<typeof jsonRpcByHand>): Promise<Server> {
  const app = fastify();
  app.post(PATH, async (request, reply) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    const answer = await handle(request.body, token);
    if (answer === undefined) reply.code(204);
    return answer;
  });
  app.setErrorHandler((_error, _request, reply) => reply.code(200).send(parseError(null)));
  await app.ready();
  return app.server;
}

/** A parser that leaves the body alone, and the raw message read by hand. */
export async function bareFastifyBytes(setup: Setup): Promise<Server> {
  const handle = jsonRpcByHand(setup);
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
  app.post(PATH, async (request, reply) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    const text = await answerText(handle, await readBytes(request.raw), token);
    if (text === undefined) return reply.code(204).send();
    // A serializer of its own keeps Fastify from adding a charset.
    return reply.type('application/json').serializer(asItIs).send(text);
  });
  await app.ready();
  return app.server;
}

function asItIs(text: string): string {
  return text;
}
