import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { getJsonRpcRequestId } from '@jsonrpc-kit/core/context';
import { call, chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { silent } from './attacked-api.js';
import { CHUNKED, exchange, HEAD, onEveryAdapter, sendJson } from './on-every-adapter.js';

const smuggled = post('/rpc', call('store', { smuggled: true }));
const length = `content-length: ${smuggled.length}\r\n`;
const store = call('store', { a: 1 });
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** One more call than the entrypoint of `attackedApi()` accepts in a batch. */
const TOO_MANY = 6;
const batchOf = (item: string, size = TOO_MANY): string => `[${Array(size).fill(item).join()}]`;
const tooLarge = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, data: { errors: [{ type: 'batch_too_large' }] } },
};

onEveryAdapter((target) => {
  test.each([
    ['two lengths that differ', `${HEAD}content-length: 0\r\n${length}\r\n`],
    ['a length and chunks', `${HEAD}${length}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    [
      'an encoding that does not end with chunked',
      `${HEAD}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    ['an unknown encoding', `${HEAD}transfer-encoding: chunkedchunked\r\n\r\n0\r\n\r\n`],
    [
      'two encodings',
      `${HEAD}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n`,
    ],
    [
      'an encoding on a folded line',
      `${HEAD}transfer-encoding:\r\n chunked\r\n${length}\r\n0\r\n\r\n`,
    ],
    [
      'an encoding after a bare line feed',
      `${HEAD}x: y\ntransfer-encoding: chunked\r\n${length}\r\n0\r\n\r\n`,
    ],
    ['a space before the name of the length', `${HEAD} content-length: 0\r\n${length}\r\n`],
    ['a space after the name of the length', `${HEAD}content-length : ${smuggled.length}\r\n\r\n`],
    ['a length with a sign', `${HEAD}content-length: +${smuggled.length}\r\n\r\n`],
    ['a head that ends in a carriage return', `${HEAD}x: y\r\n\rX${length}\r\n`],
    ['a chunk size with a space inside', `${CHUNKED}0 0\r\n\r\n`],
    ['a chunk that ends in a line feed', `${CHUNKED}2\r\n{}\n0\r\n\r\n`],
  ])(
    'CVE-2022-32213: closes the connection on a request with %s, without a second response',
    async (_, bytes) => {
      const client = new RawClient(target.port).send(bytes + smuggled);
      let text = '';
      client.socket.on('data', (data: Buffer) => {
        text += data.toString();
      });
      await client.closed;
      expect(text.match(/^HTTP\/1\.1 (?!400)/gm) ?? []).toEqual([]);
      expect(target.received).toEqual([]);
    },
  );

  test('CVE-2022-32213: treats a request inside a chunked body as part of the body', async () => {
    const client = new RawClient(target.port).send(CHUNKED, chunk(smuggled), chunk(''));
    expect((await client.response()).body).toContain('-32700');
    expect(target.received).toEqual([]);
  });

  test('CVE-2024-22019: closes a connection that sends a chunk with an endless extension', async () => {
    const client = new RawClient(target.port).send(CHUNKED, '2;');
    for (let sent = 0; sent < 100; sent += 1) client.send('a'.repeat(1000));
    await client.closed;
    expect(target.received).toEqual([]);
  });

  test.each([
    ['CVE-2024-45590', 'a deeply nested form', `a${'[a]'.repeat(30_000)}=1`],
    [
      'CVE-2025-13466',
      'a form of ten thousand parameters',
      Array.from({ length: 10_000 }, (_, index) => `a${index}=1`).join('&'),
    ],
  ])('%s: rejects %s because of its media type', async (_, _what, text) => {
    const { status, body } = await exchange(target, post('/rpc', text, form));
    expect(status).toBe(415);
    expect(JSON.parse(body)).toMatchObject({ id: null, error: { code: -32600 } });
  });

  test('CVE-2024-45590: rejects a form before any of its body has arrived', async () => {
    const head = post('/rpc', '', { ...form, 'content-length': '90000' });
    const client = new RawClient(target.port).send(head);
    expect((await client.response()).status).toBe(415);
  });

  test.each([
    ['arrays', '['.repeat(40_000), ']'.repeat(40_000)],
    ['objects', '{"a":'.repeat(15_000), `1${'}'.repeat(15_000)}`],
  ])(
    'CVE-2024-45590: responds once to nested %s that fill the body limit',
    async (_, open, close) => {
      const params = `{"value":${open}${close}}`;
      const body = `{"jsonrpc":"2.0","id":1,"method":"echo","params":${params}}`;
      expect(await sendJson(target, body)).toMatchObject({ jsonrpc: '2.0', id: 1 });
    },
  );

  test('CVE-2025-13466: responds once to JSON with thousands of members', async () => {
    const all = Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`a${index}`, 1]));
    expect(await sendJson(target, call('store', all))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: all,
    });
  });

  test('CVE-2025-13466: rejects a declared length of ten gigabytes before any of the body has arrived', async () => {
    const client = new RawClient(target.port).send(`${HEAD}content-length: 10737418240\r\n\r\n`);
    expect((await client.response()).status).toBe(413);
  });

  test('CVE-2025-13466: rejects an endless chunked body at the limit, without waiting for its end', async () => {
    const client = new RawClient(target.port).send(CHUNKED);
    for (let sent = 0; sent < 4; sent += 1) client.send(chunk(' '.repeat(30_000)));
    expect((await client.response()).status).toBe(413);
  });

  test('CVE-2026-44456: runs no method when a chunked body exceeds the limit', async () => {
    const client = new RawClient(target.port).send(CHUNKED, chunk(store));
    client.send(chunk(' '.repeat(60_000)), chunk(' '.repeat(60_000)), chunk(''));
    expect((await client.response()).status).toBe(413);
    expect(target.received).toEqual([]);
  });

  test('CVE-2026-44456: runs no method before a chunked body has ended', async () => {
    const client = new RawClient(target.port).send(CHUNKED, chunk(store));
    // The call of another client arrives later and finishes earlier.
    const other = new RawClient(target.port).send(CHUNKED, chunk(call('ping')), chunk(''));
    expect((await other.response()).status).toBe(200);
    expect(target.received).toEqual([]);
    client.send(chunk(''));
    expect((await client.response()).status).toBe(200);
    expect(target.received).toEqual([{ a: 1 }]);
  });

  test.each([
    ['null', 'null'],
    ['a number', '1'],
    ['connection parameters without data', '{"method":"connectionParams"}'],
    ['connection parameters of a wrong type', '{"method":"connectionParams","data":"x"}'],
    ['params that are null', '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}'],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ['a method that is an array', '{"jsonrpc":"2.0","id":1,"method":[]}'],
    ['a batch of invalid items', '[null,"x",[],{},true]'],
  ])('CVE-2025-43855: rejects an invalid body: %s', async (_, body) => {
    for (const response of [await sendJson(target, body)].flat()) {
      expect(response).toMatchObject({ error: { code: -32600 } });
    }
  });

  test.each([
    ['calls', batchOf(store)],
    ['unknown methods', batchOf(call('none'))],
    ['empty names', batchOf(call(''))],
    ['notifications', batchOf('{"jsonrpc":"2.0","method":"store","params":{"a":1}}')],
    ['items that are not requests', batchOf('0')],
    ['empty batches', batchOf('[]')],
    ['one call before invalid items', `[${store},${batchOf('0').slice(1)}`],
    ['calls after a byte order mark and white space', `\uFEFF \n\t${batchOf(store)} \r\n`],
  ])('trpc-7153: rejects a batch above the size limit that contains %s', async (_, body) => {
    expect(await sendJson(target, body)).toMatchObject(tooLarge);
    expect(target.received).toEqual([]);
  });

  test('trpc-7153: rejects a batch above the size limit that arrives in chunks', async () => {
    const pieces = batchOf(store).split(/(?=\{)/);
    const { body } = await exchange(target, CHUNKED, ...pieces.map(chunk), chunk(''));
    expect(JSON.parse(body)).toMatchObject(tooLarge);
  });

  test("trpc-7153: rejects every batch on a method's own route", async () => {
    const { body } = await exchange(target, post('/rpc/store', batchOf(store, 1)));
    expect(JSON.parse(body)).toMatchObject({ id: null, error: { code: -32600 } });
    expect(target.received).toEqual([]);
  });

  test('trpc-7153: does not flatten a batch inside a batch', async () => {
    const responses = (await sendJson(target, batchOf(batchOf(store, 5), 5))) as unknown[];
    expect(responses).toHaveLength(5);
    for (const response of responses) {
      expect(response).toMatchObject({ id: null, error: { code: -32600 } });
    }
    expect(target.received).toEqual([]);
  });

  test.each(['\u2764', '\u{1F441}\uFE0F', '\u{1F3F4}\u{E0067}', '1\uFE0F\u20E3', '\u{1F1E6}'])(
    'CVE-2025-66020: rejects a long run of %j that ends in another character',
    async (emoji) => {
      const body = call('react', { emoji: `${emoji.repeat(40)}0` });
      expect(await sendJson(target, body)).toMatchObject({ error: { code: -32602 } });
    },
  );
});

interface Nested {
  readonly child?: Nested | undefined;
}
const Nested: v.GenericSchema<Nested> = v.object({ child: v.optional(v.lazy(() => Nested)) });

function depthOf({ child }: Nested): number {
  return child === undefined ? 0 : 1 + depthOf(child);
}

/** Importing `@jsonrpc-kit/core/context` switches AsyncLocalStorage on, which Node must survive. */
function recursiveApi(): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  rpc.method('validate', { args: { tree: Nested } }, () => getJsonRpcRequestId() ?? null);
  rpc.method('count', { args: { tree: v.any() } }, ({ tree }) => depthOf(tree as Nested));
  rpc.method('echo', { args: { tree: v.any() } }, ({ tree }) => tree as unknown);
  return new Api({ logger: silent }).bindEntrypoint(rpc);
}

const DEPTH = 50_000;
const tree = `${'{"child":'.repeat(DEPTH)}{}${'}'.repeat(DEPTH)}`;

describe('with recursive code', () => {
  onEveryAdapter((target) => {
    test.each<[string, string, object]>([
      [
        'a recursive schema',
        'validate',
        {
          code: -32602,
          message: 'Invalid params',
          data: { errors: [expect.objectContaining({ type: 'too_deep' })] },
        },
      ],
      ['a recursive handler', 'count', { code: -32603, message: 'Internal error' }],
      ['the encoding of a result', 'echo', { code: -32603, message: 'Internal error' }],
    ])(
      'CVE-2025-59466: fails only one call of a batch when nested input overflows the stack in %s',
      async (_, method, error) => {
        const deep = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"tree":${tree}}}`;
        const ping = '{"jsonrpc":"2.0","id":2,"method":"ping"}';
        const [failed, fine] = (await sendJson(target, `[${deep},${ping}]`)) as object[];
        expect(failed).toEqual({ jsonrpc: '2.0', id: 1, error });
        expect(fine).toEqual({ jsonrpc: '2.0', id: 2, result: 'pong' });
      },
    );
  }, recursiveApi);
});
