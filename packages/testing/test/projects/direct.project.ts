import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { honoApp, requestListener } from '../framework-apps.ts';
import { createApi } from './bank.ts';

function post(method: string, id?: number): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method }),
  };
}

describe('direct calls, one after another', () => {
  const test = jsonRpcTest.extend('app', () => honoApp(createApi()));

  test('a direct call with an undeclared error', async ({ app }) => {
    const response = await app.request('/bank', post('close', 1));
    expect(await response.json()).toBeJsonRpcError(6002);
  });

  test('a direct call that throws', async ({ app }) => {
    await app.request('/bank', post('crash', 1));
  });

  test('a direct notification that throws after the test', async ({ app }) => {
    await app.request('/bank', post('crashLater'));
  });

  test('the test after the direct notification', async ({
    app,
    allCapturedJsonRpcErrorResponses: captured,
  }) => {
    await app.request('/bank', post('pay', 2));
    expect([...captured.values()].flat()).toMatchObject([{ id: 2, error: { code: 6001 } }]);
  });

  test('a direct call of an app that is not a fixture', async () => {
    await honoApp(createApi()).request('/bank', post('close', 1));
  });

  describe('without tracking', () => {
    test.override('jsonrpcNoTracking', true);

    test('direct calls that are not tracked', async ({ app, allCapturedJsonRpcErrorResponses }) => {
      await app.request('/bank', post('close', 1));
      await app.request('/bank', post('crash', 1));
      expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
    });
  });
});

/** Resolves for all callers once the last of them has arrived, any number of times. */
function meetingOf(count: number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < count) return;
      for (const resume of waiting) resume();
      waiting = [];
    });
}

const shared = honoApp(createApi());

describe.concurrent('direct calls of concurrent tests', () => {
  const meet = meetingOf(3);
  const test = jsonRpcTest.extend('app', () => shared);

  test('a direct call of a declared error', async ({
    app,
    allCapturedJsonRpcErrorResponses: captured,
  }) => {
    await meet();
    await app.request('/bank', post('pay', 1));
    await meet();
    expect([...captured.values()].flat()).toMatchObject([{ id: 1, error: { code: 6001 } }]);
  });

  test('a direct call of an undeclared error', async ({ app }) => {
    await meet();
    await app.request('/bank', post('close', 2));
    await meet();
  });

  test('a direct call of an exception', async ({ app }) => {
    await meet();
    await app.request('/bank', post('crash', 3));
    await meet();
  });
});

async function listen(api: Api): Promise<Server> {
  const server = createServer(requestListener(api));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function callThrough(server: Server, method: string): Promise<void> {
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/bank`, post(method, 1));
}

describe.concurrent('concurrent tests, each with its own server', () => {
  const meet = meetingOf(2);

  const test = jsonRpcTest;

  test('a call through a socket', async ({ allCapturedJsonRpcErrorResponses: captured }) => {
    const server = await listen(createApi());
    await meet();
    await callThrough(server, 'pay');
    await meet();
    expect([...captured.values()].flat()).toMatchObject([{ error: { code: 6001 } }]);
    server.close();
  });

  test('another call through a socket', async ({ allCapturedJsonRpcErrorResponses: captured }) => {
    const server = await listen(createApi());
    await meet();
    await callThrough(server, 'apologize');
    await meet();
    expect([...captured.values()].flat()).toMatchObject([{ error: { code: -32603 } }]);
    server.close();
  });
});

describe('a test after one with a fixture that fails at its end', () => {
  let server: Server;
  beforeAll(async () => {
    server = await listen(createApi());
  });
  afterAll(() => void server.close());

  const test = jsonRpcTest.extend('fixture', ({ task: _ }, { onCleanup }) => {
    onCleanup(() => {
      throw new Error('The fixture does not end');
    });
  });

  test('a fixture that fails at its end', ({ fixture }) => {
    expect(fixture).toBeUndefined();
  });

  test('the test after the fixture', async ({ allCapturedJsonRpcErrorResponses: captured }) => {
    await callThrough(server, 'pay');
    expect([...captured.values()].flat()).toHaveLength(1);
  });
});

describe.concurrent('concurrent tests with one server', () => {
  const meet = meetingOf(2);
  let server: Server;
  beforeAll(async () => {
    server = await listen(createApi());
  });
  afterAll(() => void server.close());

  jsonRpcTest('the test that sends a call which may be of either test', async () => {
    await meet();
    await callThrough(server, 'pay');
    await callThrough(server, 'close');
    await callThrough(server, 'crash');
    await meet();
  });

  jsonRpcTest('the test that runs beside that call', async () => {
    await meet();
    await meet();
  });
});
