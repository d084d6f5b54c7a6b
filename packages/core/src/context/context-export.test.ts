import type * as asyncHooks from 'node:async_hooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** The number of stores. Each one slows down every promise of the process. */
let stores = 0;

beforeAll(() => {
  vi.resetModules();
  vi.doMock('node:async_hooks', async (importOriginal) => {
    const hooks = await importOriginal<typeof asyncHooks>();
    class AsyncLocalStorage<T> extends hooks.AsyncLocalStorage<T> {
      constructor() {
        super();
        stores += 1;
      }
    }
    return { ...hooks, AsyncLocalStorage };
  });
});

afterAll(() => {
  vi.doUnmock('node:async_hooks');
  vi.resetModules();
});

// Dynamic imports, so that the test can count the stores after each one.
test('only the import of ./context creates an AsyncLocalStorage', async () => {
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
