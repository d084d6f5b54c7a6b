import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { addTool, runAsJob } from '@jsonrpc-kit/test-support/other-carriers';
import { call } from '@jsonrpc-kit/test-support/raw-client';
import { honoContext, honoContextOf } from './http-request.js';
import { jsonRpc } from './json-rpc.js';

interface AppEnv {
  Variables: { user: string };
}

const rpc = new Entrypoint('/rpc');
rpc.method('tenant', { args: { c: honoContext } }, ({ c }) => c.req.param('tenant') ?? null);
rpc.method('user', { args: { c: honoContextOf<AppEnv>() } }, ({ c }) => c.get('user'));
const api = new Api({ logger: { error: () => undefined, warn: () => undefined } });
api.bindEntrypoint(rpc);

test('honoContext has the variables and parameters that middleware and routes set', async () => {
  const app = new Hono<AppEnv>()
    .use((c, next) => {
      c.set('user', 'alice');
      return next();
    })
    .route('/:tenant', jsonRpc(api));
  const headers = { 'content-type': 'application/json' };
  const body = `[${call('user')},${call('tenant')}]`;
  const response = await app.request('/acme/rpc', { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject([{ result: 'alice' }, { result: 'acme' }]);
});

test('honoContext fails a call that came through another adapter', async () => {
  const response = await adapterApi(api).handle({
    verb: 'POST',
    path: '/rpc',
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    readBody: () => ({ kind: 'text', text: call('user') }),
    signal: new AbortController().signal,
    native: undefined,
  });
  expect(response?.body).toContain('Internal error');
});

test('honoContext is the context of the request that called a tool', async () => {
  const tools = new Api().bindEntrypoint(rpc);
  addTool(tools, rpc, 'tenant');
  const response = await new Hono().route('/:tenant', jsonRpc(tools)).request('/acme/tools/tenant');
  expect(await response.json()).toMatchObject({ result: 'acme' });
});

test('honoContext fails a job, and the log says why', async () => {
  const logger = new MemoryLogger();
  const outcome = await runAsJob(new Api({ logger }).bindEntrypoint(rpc), rpc, 'tenant');
  expect(outcome).toMatchObject({ outcomes: { error: { code: -32603 } } });
  expect(logger.entries.map(({ details }) => String(details.err))).toEqual([
    'TypeError: honoContext: a job has no Hono context. Pass the values that the method needs as params.',
  ]);
});
