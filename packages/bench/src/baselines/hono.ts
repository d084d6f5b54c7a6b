import type { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { PATH } from '../service/protocols.js';
import { type Setup, TOKEN_HEADER } from '../service/service.js';
import { baselineJsonRpc, handleText, parseError } from './json-rpc.js';
import { NOSNIFF, readText } from './node.js';

/** Hono as its documentation shows: `c.req.json()` and `c.json()`. */
export async function honoBaseline(setup: Setup): Promise<Server> {
  const handle = baselineJsonRpc(setup);
  const app = new Hono();
  app.post(PATH, async (c) => {
    let message: unknown;
    try {
      message = await c.req.json();
    } catch {
      return c.json(parseError);
    }
    const responses = await handle(message, c.req.header(TOKEN_HEADER));
    if (responses === undefined) return c.body(null, 204);
    return c.json(responses as object, 200, { [NOSNIFF[0]]: NOSNIFF[1] });
  });
  return createAdaptorServer({ fetch: app.fetch }) as Server;
}

/** Reads the body from Node's message. */
export async function honoBytesBaseline(setup: Setup): Promise<Server> {
  const handle = baselineJsonRpc(setup);
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post(PATH, async (c) => {
    const { incoming } = c.env;
    const token = incoming.headers[TOKEN_HEADER] as string | undefined;
    const text = await handleText(handle, await readText(incoming), token);
    if (text === undefined) return c.body(null, 204);
    return c.body(text, 200, { 'content-type': 'application/json', [NOSNIFF[0]]: NOSNIFF[1] });
  });
  return createAdaptorServer({ fetch: app.fetch }) as Server;
}
