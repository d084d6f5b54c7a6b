import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { bundleForEdge } from '@jsonrpc-kit/test-support/bundle';
import type * as page from './edge/page.js';
import { bareRuntime, type EdgeServer, workerd } from '@jsonrpc-kit/test-support/edge-runtimes';
import { releaseTarballs } from './release-tarballs.js';

const folder = inject('everyPackage');

const runtimes = [
  { name: 'a context without Node', serve: bareRuntime },
  { name: 'workerd', serve: workerd },
];

describe.each(runtimes.slice(0, releaseTarballs === undefined ? 1 : undefined))(
  'hono, core and schema in $name',
  ({ serve }) => {
    let server: EdgeServer;
    beforeAll(async () => {
      server = await serve(folder, 'edge/app.ts');
    });
    afterAll(() => server.close());

    const post = async (body: unknown): Promise<readonly [number, string]> => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await server.fetch('http://edge.example/greetings', init);
      return [response.status, await response.text()];
    };
    const call = { jsonrpc: '2.0', method: 'greet', params: { name: 'Ann' } };

    test('an edge runtime responds to a call', async () => {
      const expected = '{"jsonrpc":"2.0","id":1,"result":"Hello, Ann"}';
      expect(await post({ ...call, id: 1 })).toEqual([200, expected]);
    });

    test('an edge runtime responds to a batch', async () => {
      const [status, text] = await post([{ ...call, id: 1 }, call, { ...call, id: 2, params: {} }]);
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject([{ id: 1 }, { id: 2, error: { code: -32602 } }]);
    });

    test('an edge runtime runs a notification', async () => {
      expect(await post(call)).toEqual([204, '']);
    });

    test.each([
      { path: '/openapi.json', type: 'application/json', part: '"/greetings/greet"' },
      { path: '/openrpc.json', type: 'application/json', part: '"greet"' },
      { path: '/docs', type: 'text/html; charset=utf-8', part: '<title>Greetings 1.0.0</title>' },
      { path: '/docs/explorer.css', type: 'text/css; charset=utf-8', part: '.sidebar' },
    ])('an edge runtime serves $path', async ({ path, type, part }) => {
      const response = await server.fetch(`http://edge.example${path}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(await response.text()).toContain(part);
    });

    test('the current call is available in an edge runtime with AsyncLocalStorage', async () => {
      const withContext = await serve(folder, 'edge/app-with-context.ts');
      const response = await withContext.fetch('http://edge.example/greetings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...call, id: 1 }),
      });
      expect(await response.json()).toMatchObject({ result: 'greet' });
      await withContext.close();
    });

    test('the client in a browser calls an edge runtime', async () => {
      const { code, packages } = await bundleForEdge(folder, {
        entryPoints: ['edge/page.ts'],
        platform: 'browser',
        format: 'iife',
        globalName: 'page',
      });
      expect(packages).toEqual(['@jsonrpc-kit/client']);
      const browser = createContext({
        Headers,
        AbortController,
        setTimeout,
        clearTimeout,
        TextDecoder,
      });
      runInContext(code, browser);
      const { callGreetings } = runInContext('page', browser) as typeof page;
      const fetch: Parameters<typeof callGreetings>[0] = (url, init) => server.fetch(url, init);
      expect(await callGreetings(fetch)).toEqual(['Hello, Ann', ['Hello, Bob', undefined], -32601]);
    });
  },
);
