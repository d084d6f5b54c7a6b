import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { adapters } from './servers.js';

const escapes = Array.from(
  { length: 128 },
  (_, code) => `/a%${code.toString(16).toUpperCase().padStart(2, '0')}b`,
);
const candidates = [
  ...escapes,
  '/caf%C3%A9',
  '/%F0%9F%90%8E',
  '/.well-known/a',
  '/a..b',
  '/...',
  '/a@b',
  '/~a',
  '/a/../b',
];

/** Returns the paths that an entrypoint accepts. */
const accepted = candidates.filter((path) => {
  try {
    return new Entrypoint(path).path === path;
  } catch {
    return false;
  }
});

test('an entrypoint accepts the escapes of a space and a percent sign only', () => {
  expect(escapes.filter((path) => accepted.includes(path))).toEqual(['/a%20b', '/a%25b']);
});

describe.each(adapters)('$name', ({ serve }) => {
  test('serves every path that an entrypoint accepts', async () => {
    const api = new Api();
    for (const path of accepted) {
      const rpc = new Entrypoint(path);
      rpc.method('where', {}, () => path);
      api.bindEntrypoint(rpc);
    }
    const serving = await serve({ apis: [{ api }] });
    const client = new RawClient(serving.port);
    for (const path of accepted) {
      for (const route of [path, `${path}/`, `${path}/where`]) {
        client.send(post(route, call('where')));
        const { status, body } = await client.response();
        expect({ route, status, body }).toEqual({
          route,
          status: 200,
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: path }),
        });
      }
    }
    client.socket.destroy();
    await serving.close();
  });
});
