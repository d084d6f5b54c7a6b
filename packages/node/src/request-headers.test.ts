import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { headerValue } from './http-request.js';

async function messageWith(...lines: readonly string[]): Promise<IncomingMessage> {
  const server = createServer();
  const client = new RawClient(await listen(server));
  client.send(`GET / HTTP/1.1\r\nhost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [incoming] = await once(server, 'request');
  return incoming;
}

test('headerValue() finds a header in any case, and returns undefined for a missing one', async () => {
  const incoming = await messageWith('User-Auth-Token: alice', 'Content-Type: application/json');
  expect(headerValue(incoming, 'user-auth-token')).toBe('alice');
  expect(headerValue(incoming, 'content-type')).toBe('application/json');
  expect(headerValue(incoming, 'cookie')).toBeUndefined();
});

test.each([
  // Node itself would keep only the first of the two values.
  ['content-type', 'application/json, text/plain'],
  ['authorization', 'application/json, text/plain'],
  ['x-anything', 'application/json, text/plain'],
  ['cookie', 'application/json; text/plain'],
  ['set-cookie', 'application/json, text/plain'],
])('headerValue() joins repeated headers as fetch runtimes do: %s', async (name, joined) => {
  const incoming = await messageWith(`${name}: application/json`, `${name}: text/plain`);
  expect(headerValue(incoming, name)).toBe(joined);
});

test.each(['constructor', '__proto__'])(
  'headerValue() reads a header named like a member of Object.prototype: %s',
  async (name) => {
    expect(headerValue(await messageWith('accept: */*'), name)).toBeUndefined();
    expect(headerValue(await messageWith(`${name}: sent`), name)).toBe('sent');
    expect(headerValue(await messageWith(`${name}: a`, `${name}: b`), name)).toBe('a, b');
  },
);
