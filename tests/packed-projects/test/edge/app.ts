import { Api, Entrypoint, header } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { serveSchemas } from '@jsonrpc-kit/schema';
import { Hono } from 'hono';
import * as v from 'valibot';

const greetings = new Entrypoint('/greetings');

export const greet = greetings.method(
  'greet',
  { args: { name: v.string(), word: header(v.optional(v.string(), 'Hello')) }, result: v.string() },
  ({ name, word }) => `${word}, ${name}`,
);

const api = new Api({ title: 'Greetings', version: '1.0.0' }).bindEntrypoint(greetings);
serveSchemas(api);

const app = new Hono().route('/', jsonRpc(api));

// Edge runtimes serve the default export.
// oxlint-disable-next-line import/no-default-export
export default { fetch: async (request: Request) => app.fetch(request) };
