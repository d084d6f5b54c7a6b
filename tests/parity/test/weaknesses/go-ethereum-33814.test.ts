/**
 * go-ethereum issue 33814: the limit on the response bytes of a batch only counted results. Error
 * responses with large data bypassed it, so a small request could cause a response of any size. Before
 * pull request 26681, there was no limit. No CVE was assigned.
 *
 * Affected: go-ethereum up to 1.17; before 1.12.1 without any limit.
 *
 * Not affected: `maxResponseBytes` counts whole response objects, including errors, and `maxResultBytes`
 * limits each of them. The response to a call beyond a limit is the error LimitExceeded.
 */
import { Api, defineError, Entrypoint, LimitExceeded } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { call } from '@jsonrpc-kit/test-support/raw-client';
import { onEveryAdapter, sendJson, silent } from './adapters.js';

class Rejected extends defineError({
  code: 5001,
  message: 'Rejected',
  data: v.object({ text: v.string() }),
}) {}

const MAX_RESPONSE_BYTES = 20_000;
const TEXT = 'x'.repeat(3000);

function amplifyingApi(): Api {
  const rpc = new Entrypoint('/rpc', {
    errors: [Rejected, LimitExceeded, ...Entrypoint.defaultErrors],
    limits: { maxResponseBytes: MAX_RESPONSE_BYTES, maxResultBytes: 5000 },
  });
  rpc.method('ping', {}, () => 'pong');
  rpc.method('large', {}, () => TEXT);
  rpc.method('larger', {}, () => TEXT.repeat(2));
  rpc.method('reject', {}, () => {
    throw new Rejected({ text: TEXT });
  });
  rpc.method('rejectLarger', {}, () => {
    throw new Rejected({ text: TEXT.repeat(2) });
  });
  return new Api({ logger: silent }).bindEntrypoint(rpc);
}

interface Response {
  readonly id: number;
  readonly error?: { readonly code: number };
}

onEveryAdapter(amplifyingApi, (target) => {
  test.each(['large', 'reject'])(
    'limits the response bytes of a batch that calls only the method %s',
    async (method) => {
      const ids = Array.from({ length: 100 }, (_, id) => id);
      const batch = `[${ids.map((id) => call(method, {}, id)).join()}]`;
      const responses = (await sendJson(target, batch)) as readonly Response[];
      expect(responses.map(({ id }) => id)).toEqual(ids);
      const isRejected = ({ error }: Response): boolean => error?.code === -32005;
      const sent = responses.filter((response) => !isRejected(response));
      expect(sent.length).toBeGreaterThan(0);
      expect(JSON.stringify(sent).length).toBeLessThanOrEqual(MAX_RESPONSE_BYTES);
      // The error responses beyond the limit are small.
      const rejected = responses.filter(isRejected);
      expect(JSON.stringify(rejected).length / rejected.length).toBeLessThan(200);
    },
  );

  test('rejects a call whose result exceeds maxResultBytes', async () => {
    const response = await sendJson(target, call('larger'));
    expect(response).toMatchObject({ id: 1, error: { code: -32005 } });
  });

  test('limits the bytes of an error response with large data', async () => {
    const response = await sendJson(target, call('rejectLarger'));
    expect(response).toMatchObject({ id: 1, error: {} });
    expect(JSON.stringify(response).length).toBeLessThanOrEqual(5000);
  });
});
