import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { BodyLimits, HttpBody } from '@jsonrpc-kit/core/adapter';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { readBody } from './read-body.js';

const LIMITS: BodyLimits = { maxBytes: 16, timeout: 30_000 };

/** A server that reads bodies within the limits and responds with the kind of the body. */
async function bodyServer(limits = LIMITS): Promise<{
  readonly client: RawClient;
  /** The incoming message of the next request, with its body as it was read. */
  readonly next: () => Promise<{ incoming: IncomingMessage; body: HttpBody }>;
}> {
  const server = createServer();
  const client = new RawClient(await listen(server));
  const next = async (): ReturnType<Awaited<ReturnType<typeof bodyServer>>['next']> => {
    const [incoming, outgoing] = await once(server, 'request');
    const body = await readBody(incoming, limits);
    outgoing.end(body.kind);
    return { incoming, body };
  };
  return { client, next };
}

describe('a body within the limit', () => {
  test.each([
    ['text', '{"a":1}'],
    ['an empty body', ''],
    ['exactly the limit', '0123456789abcdef'],
    ['characters of several bytes', '"žluťoučký"'],
    ['a byte order mark, which is left to the core', '\uFEFF{}'],
  ])('readBody() returns the text of a body: %s', async (_, text) => {
    const { client, next } = await bodyServer();
    client.send(post('/', text));
    expect((await next()).body).toEqual({
      kind: 'text',
      text,
      byteLength: Buffer.byteLength(text),
    });
  });

  test('readBody() joins chunks that split a character', async () => {
    const { client, next } = await bodyServer();
    const bytes = Buffer.from('"ž"');
    client.send(post('/', '', { 'content-length': String(bytes.length) }), bytes.subarray(0, 2));
    const body = next();
    client.send(bytes.subarray(2, 3), bytes.subarray(3));
    expect((await body).body).toEqual({ kind: 'text', text: '"ž"', byteLength: 4 });
  });

  test('readBody() accepts a content-length with leading zeros', async () => {
    const { client, next } = await bodyServer();
    client.send(post('/', '', { 'content-length': '000000000000000000002' }), '{}');
    expect((await next()).body).toEqual({ kind: 'text', text: '{}', byteLength: 2 });
  });

  test('readBody() reads a chunked body', async () => {
    const { client, next } = await bodyServer();
    client.send(post('/', '', { 'transfer-encoding': 'chunked' }));
    client.send(chunk('[1,'), chunk('2,'), chunk('3]'), chunk(''));
    expect((await next()).body).toEqual({ kind: 'text', text: '[1,2,3]', byteLength: 7 });
  });

  test.each([
    ['a truncated sequence', [0x22, 0xc5, 0x22]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
  ])('readBody() rejects bytes that are not UTF-8: %s', async (_, bytes) => {
    const { client, next } = await bodyServer();
    client.send(post('/', '', { 'content-length': String(bytes.length) }), Buffer.from(bytes));
    expect((await next()).body).toEqual({ kind: 'not-utf-8' });
  });
});

describe('a body over the limit', () => {
  test('readBody() rejects a content-length over the limit before the body arrives', async () => {
    const { client, next } = await bodyServer();
    client.send(post('/', '', { 'content-length': '17' }));
    expect((await next()).body).toEqual({ kind: 'too-large' });
  });

  test('readBody() counts the bytes of a chunked body', async () => {
    const { client, next } = await bodyServer();
    client.send(post('/', '', { 'transfer-encoding': 'chunked' }));
    client.send(chunk('0123456789'), chunk('abcdefg'));
    expect((await next()).body).toEqual({ kind: 'too-large' });
  });

  test('a connection stays usable after readBody() has rejected a body', async () => {
    const { client, next } = await bodyServer();
    client.send(post('/', '', { 'transfer-encoding': 'chunked' }), chunk('x'.repeat(17)));
    await next();
    expect((await client.response()).body).toBe('too-large');
    client.send(chunk('x'.repeat(100_000)), chunk(''), post('/', '1'));
    expect((await next()).body).toEqual({ kind: 'text', text: '1', byteLength: 1 });
  });
});

describe('a body that cannot be read', () => {
  test('a body is aborted when the client disconnects in the middle', async () => {
    const { client, next } = await bodyServer();
    client.send(post('/', '', { 'content-length': '10' }), '{"a"');
    const body = next();
    client.socket.end();
    expect((await body).body).toEqual({ kind: 'aborted' });
  });

  test('a body is aborted when the client has already disconnected', async () => {
    const server = createServer();
    const client = new RawClient(await listen(server));
    client.send(post('/', '', { 'content-length': '10' }));
    const [incoming] = await once(server, 'request');
    client.socket.destroy();
    await new Promise((closed) => incoming.on('close', closed));
    expect(readBody(incoming, LIMITS)).toEqual({ kind: 'aborted' });
  });

  test('a body is aborted when other code has read it', async () => {
    const server = createServer();
    const client = new RawClient(await listen(server));
    client.send(post('/', '1'));
    const [incoming] = await once(server, 'request');
    await once(incoming.resume(), 'end');
    expect(readBody(incoming, LIMITS)).toEqual({ kind: 'aborted' });
  });
});

describe('a body that does not arrive in time', () => {
  const SHORT: BodyLimits = { maxBytes: 16, timeout: 20 };

  test.each([
    ['no byte arrives', []],
    ['it stops in the middle', ['{"a"']],
  ])('a body is timed out when %s', async (_, pieces) => {
    const { client, next } = await bodyServer(SHORT);
    client.send(post('/', '', { 'content-length': '10' }), ...pieces);
    expect((await next()).body).toEqual({ kind: 'timed-out' });
  });

  test('a body is timed out while it still arrives slowly', async () => {
    const { client, next } = await bodyServer({ maxBytes: 1_000_000, timeout: 20 });
    client.send(post('/', '', { 'transfer-encoding': 'chunked' }));
    const trickle = setInterval(() => client.send(chunk(' ')), 4);
    const { body } = await next();
    clearInterval(trickle);
    expect(body).toEqual({ kind: 'timed-out' });
  });

  test('a body that is timed out leaves no listener on the message', async () => {
    const { client, next } = await bodyServer(SHORT);
    client.send(post('/', '', { 'content-length': '10' }), '{"a"');
    const { incoming } = await next();
    expect(listeners(incoming)).toEqual([0, 0, 0]);
  });

  test('a body is never timed out when the timeout is Infinity', async () => {
    const { client, next } = await bodyServer({ maxBytes: 16, timeout: Infinity });
    client.send(post('/', '', { 'content-length': '2' }), '{');
    const body = next();
    client.send('}');
    expect((await body).body).toMatchObject({ kind: 'text', text: '{}' });
  });
});

describe('the timer of a body', () => {
  /** A delay that no timer of the test runner has, so that the timer of the body can be recognized. */
  const timeout = 31_337;
  let created = 0;
  const hook = createHook({
    init: (_id, _type, _trigger, resource: { readonly _idleTimeout?: number }) => {
      if (resource._idleTimeout === timeout) created += 1;
    },
  });
  beforeEach(() => {
    created = 0;
    hook.enable();
  });
  afterEach(() => void hook.disable());

  test('no timer is created for a body that arrives with its headers', async () => {
    const { client, next } = await bodyServer({ maxBytes: 16, timeout });
    client.send(post('/', '{"a":1}'));
    expect((await next()).body).toMatchObject({ kind: 'text' });
    expect(created).toBe(0);
  });

  test('a timer is created for a body that arrives later', async () => {
    const { client, next } = await bodyServer({ maxBytes: 16, timeout });
    client.send(post('/', '', { expect: '100-continue', 'content-length': '2' }));
    const body = next();
    expect((await client.response()).status).toBe(100);
    client.send('{}');
    expect((await body).body).toMatchObject({ kind: 'text' });
    expect(created).toBe(1);
  });
});

function listeners(incoming: IncomingMessage): number[] {
  return ['data', 'end', 'close'].map((event) => incoming.listenerCount(event));
}

test('a body over the limit leaves no listener on the message', async () => {
  const { client, next } = await bodyServer();
  client.send(post('/', '', { 'transfer-encoding': 'chunked' }), chunk('x'.repeat(17)), chunk(''));
  const { incoming } = await next();
  expect(listeners(incoming)).toEqual([0, 0, 0]);
  await client.response();
});
