import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { getJsonRpcMethod } from '@jsonrpc-kit/core/context';
import { jsonRpc } from '@jsonrpc-kit/hono';
import { Hono } from 'hono';

const greetings = new Entrypoint('/greetings');
greetings.method('greet', {}, async () => {
  await Promise.resolve();
  return getJsonRpcMethod();
});

const app = new Hono().route('/', jsonRpc(new Api().bindEntrypoint(greetings)));

// Edge runtimes serve the default export.
// oxlint-disable-next-line import/no-default-export
export default { fetch: async (request: Request) => app.fetch(request) };
