import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const PONG = { jsonrpc: '2.0', id: 1, result: 'pong' };

describe.each(['imported.mjs', 'required.cjs'])('in a process that runs %s', (file) => {
  const child = fork(new URL(`module-kinds/${file}`, import.meta.url));
  let ports: Readonly<Record<string, number>>;
  beforeAll(async () => {
    [ports] = (await once(child, 'message')) as [Readonly<Record<string, number>>];
  });
  afterAll(() => void child.kill());

  describe.each(['node', 'coreFetch', 'hono', 'express', 'fastify'])(
    'the adapter for %s',
    (adapter) => {
      const send = (path: string, init?: RequestInit): Promise<Response> =>
        fetch(`http://127.0.0.1:${ports[adapter]}${path}`, init);

      test.each(['/rpc', '/rpc/', '/rpc/ping', '/rpc/ping/'])(
        'serves calls to %s',
        async (path) => {
          const headers = { 'content-type': 'application/json' };
          const response = await send(path, { method: 'POST', headers, body: PING });
          expect(response.status).toBe(200);
          expect(await response.json()).toEqual(PONG);
        },
      );

      test.each([
        ['/docs', 'text/html'],
        ['/docs/', 'text/html'],
        ['/openapi.json', 'application/json'],
        ['/rpc/openrpc.json', 'application/json'],
      ])('serves %s', async (path, type) => {
        const response = await send(path);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toContain(type);
        expect((await response.text()).length).toBeGreaterThan(100);
      });
    },
  );
});
