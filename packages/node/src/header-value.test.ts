import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../test/listen.js';
import { RawClient } from '../test/raw-client.js';
import { headerValue } from './header-value.js';

async function messageWith(...lines: readonly string[]): Promise<IncomingMessage> {
  const server = createServer();
  const client = new RawClient(await listen(server));
  client.send(`GET / HTTP/1.1\r\nhost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [incoming] = await once(server, 'request');
  return incoming;
}

test('a header is found whatever its case, and is undefined where there is none', async () => {
  const incoming = await messageWith('User-Auth-Token: alice', 'Content-Type: application/json');
  expect(headerValue(incoming, 'user-auth-token')).toBe('alice');
  expect(headerValue(incoming, 'content-type')).toBe('application/json');
  expect(headerValue(incoming, 'cookie')).toBeUndefined();
});

test.each([
  // Node itself would keep the first of these two only.
  ['content-type', 'application/json, text/plain'],
  ['authorization', 'application/json, text/plain'],
  ['x-anything', 'application/json, text/plain'],
  ['cookie', 'application/json; text/plain'],
  ['set-cookie', 'application/json, text/plain'],
])('several are joined as the Headers of a fetch runtime join them: %s', async (name, joined) => {
  const incoming = await messageWith(`${name}: application/json`, `${name}: text/plain`);
  expect(headerValue(incoming, name)).toBe(joined);
});

test.each(['constructor', '__proto__'])(
  'a header named like a member of every object is read from the message alone: %s',
  async (name) => {
    expect(headerValue(await messageWith('accept: */*'), name)).toBeUndefined();
    expect(headerValue(await messageWith(`${name}: sent`), name)).toBe('sent');
    expect(headerValue(await messageWith(`${name}: a`, `${name}: b`), name)).toBe('a, b');
  },
);
