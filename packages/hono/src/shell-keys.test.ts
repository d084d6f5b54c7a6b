import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { post, RawClient } from '../../node/test/raw-client.js';
import { serveOnNode } from '../test/servers.js';
import { type ShellKeys, shellKeysOf } from './shell-keys.js';

const symbolsOf = (request: Request): string[] =>
  Object.getOwnPropertySymbols(request).map(({ description }) => String(description));

test('are found without asking the shell itself for anything', async () => {
  const found: (ShellKeys | undefined)[] = [];
  const symbols: string[][] = [];
  const app = new Hono().all('*', async (c) => {
    found.push(shellKeysOf(c.req.raw));
    symbols.push(symbolsOf(c.req.raw));
    return c.text(await c.req.text());
  });
  const client = new RawClient(await serveOnNode(app));
  for (const text of ['first', 'second']) {
    client.send(post('/', text));
    expect((await client.response()).body).toBe(text);
  }
  const [first, second] = found;
  expect(first).toMatchObject({ headers: expect.any(Symbol), request: expect.any(Symbol) });
  expect(second).toBe(first);
  expect(symbols.flat()).not.toContain(first?.headers.description);
  expect(symbols.flat()).not.toContain(first?.request.description);
});

test('a request of a runtime of fetch has none', () => {
  expect(shellKeysOf(new Request('http://localhost/'))).toBeUndefined();
});

/** As `@hono/node-server` may be some day. */
function shellWith(credentials: (this: Record<symbol, unknown>) => string): Request {
  const kind = Object.defineProperty({}, 'credentials', { get: credentials });
  return Object.assign(Object.create(kind) as Request, {
    [Symbol('incomingKey')]: {},
    [Symbol('urlKey')]: 'http://localhost/',
  });
}

test.each([
  ['keeps what it made under other names', () => 'omit'],
  [
    'keeps its request elsewhere',
    function (this: Record<symbol, unknown>) {
      this[Symbol('headersKey')] = {};
      return 'omit';
    },
  ],
  [
    'asks its message for more',
    () => {
      throw new TypeError('no socket');
    },
  ],
])('nor has a shell that %s', (_, credentials) => {
  expect(shellKeysOf(shellWith(credentials))).toBeUndefined();
});
