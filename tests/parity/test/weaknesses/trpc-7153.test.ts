/**
 * tRPC issue 7153: the documented limit on the size of a batch was applied after the procedures were
 * looked up, so a batch of unknown names of any size bypassed it. go-ethereum, Besu, reth and others
 * had no limit. No CVE was assigned.
 *
 * Affected: `@trpc/server` before `maxBatchSize` was added (2026-03).
 *
 * Not affected: the framework counts the items of a batch, of any kind, before it processes the first one.
 */
import { expect, test } from 'vitest';
import { call, chunk, post } from '@jsonrpc-kit/test-support/raw-client';
import { exchange, onEveryAdapter, sendJson } from './adapters.js';
import { type Received, rpcApi } from './rpc-api.js';

/** One more than the entrypoint of `rpcApi()` accepts. */
const TOO_MANY = 6;
const store = call('store', { a: 1 });
const batchOf = (item: string, size = TOO_MANY): string => `[${Array(size).fill(item).join()}]`;
const rejection = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, data: { errors: [{ type: 'batch_too_large' }] } },
};
const received: Received = { calls: [] };

onEveryAdapter(
  () => rpcApi(received),
  (target) => {
    test.each([
      ['calls', batchOf(store)],
      ['unknown methods', batchOf(call('none'))],
      ['empty names', batchOf(call(''))],
      ['notifications', batchOf('{"jsonrpc":"2.0","method":"store","params":{"a":1}}')],
      ['items that are not requests', batchOf('0')],
      ['empty batches', batchOf('[]')],
      ['one call before invalid items', `[${store},${batchOf('0').slice(1)}`],
      ['calls after a byte order mark and white space', `\uFEFF \n\t${batchOf(store)} \r\n`],
    ])('rejects a batch above the size limit that contains %s', async (_, body) => {
      received.calls.length = 0;
      expect(await sendJson(target, body)).toMatchObject(rejection);
      expect(received.calls).toEqual([]);
    });

    test('rejects a batch above the size limit that arrives in chunks', async () => {
      const head =
        'POST /rpc HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
        'transfer-encoding: chunked\r\n\r\n';
      const pieces = batchOf(store).split(/(?=\{)/);
      const { body } = await exchange(target, head, ...pieces.map(chunk), chunk(''));
      expect(JSON.parse(body)).toMatchObject(rejection);
    });

    test("rejects every batch on a method's own route", async () => {
      received.calls.length = 0;
      const { body } = await exchange(target, post('/rpc/store', batchOf(store, 1)));
      expect(JSON.parse(body)).toMatchObject({ id: null, error: { code: -32600 } });
      expect(received.calls).toEqual([]);
    });

    test('does not flatten a batch inside a batch', async () => {
      received.calls.length = 0;
      const body = batchOf(batchOf(store, 5), 5);
      const responses = (await sendJson(target, body)) as unknown[];
      expect(responses).toHaveLength(5);
      for (const response of responses) {
        expect(response).toMatchObject({ id: null, error: { code: -32600 } });
      }
      expect(received.calls).toEqual([]);
    });
  },
);
