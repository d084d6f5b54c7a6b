import type { Server } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { answerText } from '../by-hand/answer-text.js';
import { jsonRpcByHand } from '../by-hand/json-rpc.js';
import { readBytes } from '../by-hand/read-bytes.js';
import { parseError } from '../by-hand/response.js';
import { TOKEN_HEADER } from '../service/greet.js';
import type { Setup } from '../service/setup.js';
import { PATH } from './contestant.js';
import { honoServer } from './hono-server.js';

/** As Hono's documentation shows: `c.req.json()` and `c.json()`. */
export async function bareHono(setup: Setup): Promise<Server> {
  const handle = jsonRpcByHand(setup);
  const app = new Hono();
  app.post(PATH, async (c) => {
    let message: unknown;
    try {
      message = await c.req.json();
    } catch {
      return c.json(parseError(null));
    }
    const answer = await handle(message, c.req.header(TOKEN_HEADER));
    return answer === undefined ? c.body(null, 204) : c.json(answer as object);
  });
  return honoServer(app);
}

/** Reads the message below Hono by hand. */
export async function bareHonoBytes(setup: Setup): Promise<Server> {
  const handle = jsonRpcByHand(setup);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post(PATH, async (c) => {
    const { incoming } = c.env;
    const token = incoming.headers[TOKEN_HEADER] as string | undefined;
    return respond(c, await answerText(handle, await readBytes(incoming), token));
  });
  return honoServer(app);
}

function respond(c: Context, text: string | undefined): Response {
  return text === undefined
    ? c.body(null, 204)
    : c.body(text, 200, { 'content-type': 'application/json' });
}
