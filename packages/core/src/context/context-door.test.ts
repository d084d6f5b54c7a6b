import hooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** How many stores were made; each makes every promise of the process a little dearer. */
let stores = 0;
const { AsyncLocalStorage } = hooks;

beforeAll(() => {
  hooks.AsyncLocalStorage = class<T> extends AsyncLocalStorage<T> {
    constructor() {
      super();
      stores += 1;
    }
  };
  syncBuiltinESMExports();
  vi.resetModules();
});

afterAll(() => {
  hooks.AsyncLocalStorage = AsyncLocalStorage;
  syncBuiltinESMExports();
});

// Imported here and not above, so that each door is opened under the eyes of the test.
test('AsyncLocalStorage has a door of its own: who does not import ./context does not pay', async () => {
  const { Entrypoint } = await import('../index.js');
  await import('../adapter.js');
  const { call, serve } = await import('../../test/call.js');
  const v1 = new Entrypoint('/rpc');
  v1.method('ping', {}, async () => 'pong');
  expect(await call(serve(v1).api, 'ping')).toMatchObject({ result: 'pong' });
  expect(stores).toBe(0);

  const { getJsonRpcRequestId } = await import('../context.js');
  v1.method('who', {}, () => getJsonRpcRequestId());
  expect(await call(serve(v1).api, 'who')).toMatchObject({ result: 1 });
  expect(stores).toBe(1);
});
