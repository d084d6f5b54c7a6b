import { createClient, safe } from '@jsonrpc-kit/client';
import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  header,
  HttpError,
  params,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';
import { EventLog } from './event-log.js';

class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

describe.each([node, ...frameworks])('the typed client of a server on $name', ({ serve }) => {
  let events: EventLog;
  let serving: Serving;
  let bank: ReturnType<typeof clientOf>;
  beforeEach(async () => {
    events = new EventLog();
    serving = await serve({ apis: [{ api: bankOf(events).api }] });
    bank = clientOf(serving.port);
  });
  afterEach(async () => {
    events.resume();
    await serving.close();
  });

  test('the client calls methods with params by name and by position', async () => {
    await expect(bank.withdraw({ amount: 30 })).resolves.toEqual({ balance: 70 });
    await expect(bank.sum([1, 2, 3])).resolves.toBe(6);
    await expect(bank.$call('a.b')).resolves.toBe('dotted');
  });

  test('the client sends batches with notifications in them', async () => {
    const results = await bank.$batch((b) => [
      b.withdraw({ amount: 1 }),
      b.$notify.note({ text: 'noted' }),
      b.sum([4, 5]),
    ]);
    expect(results).toEqual([{ balance: 99 }, undefined, 9]);
    await events.waitFor('noted');
  });

  test('the client sends a notification', async () => {
    await expect(bank.$notify.note({ text: 'noted' })).resolves.toBeUndefined();
    await events.waitFor('noted');
  });

  test('the client collects the calls of one tick into a batch', async () => {
    const batching = clientOf(serving.port, true);
    const outcomes = await Promise.all([
      safe(batching.sum([1])),
      safe(batching.withdraw({ amount: 500 })),
      safe(batching.whoami({}, { headers: { user: 'ann' } })),
    ]);
    expect(outcomes).toMatchObject([
      { ok: true, result: 1 },
      { ok: false, error: { code: 6001, data: { balance: 100 } } },
      { ok: true, result: 'ann' },
    ]);
  });

  test('the client narrows the data of an error by its code', async () => {
    const outcome = await safe(bank.withdraw({ amount: 101 }));
    expect(outcome.ok || (outcome.error.code === 6001 && outcome.error.data.balance)).toBe(100);
    await expect(bank.sum(['x'] as unknown as number[])).rejects.toMatchObject({ code: -32602 });
  });

  test('the client rejects every call of a request that the server rejects as a whole', async () => {
    await expect(bank.note({ text: 'x'.repeat(2000) })).rejects.toMatchObject({ code: -32600 });
    const tooMany = bank.$batch.safe((b) => [1, 2, 3, 4].map((n) => b.sum([n])));
    expect(await tooMany).toMatchObject(
      [1, 2, 3, 4].map(() => ({ ok: false, error: { code: -32600 } })),
    );
    const rejected = bank.whoami({}, { headers: { user: 'unknown' } });
    await expect(rejected).rejects.toMatchObject({ code: 'http-status', status: 401 });
    const elsewhere = createClient({ url: `http://127.0.0.1:${serving.port}/none` });
    await expect(elsewhere.$call('sum')).rejects.toMatchObject({
      code: 'http-status',
      status: 404,
    });
  });

  test('the signal of the method is aborted when the client aborts the call', async () => {
    const controller = new AbortController();
    const call = safe(bank.wait({}, { signal: controller.signal }));
    await events.waitFor('waiting');
    controller.abort();
    expect(await call).toMatchObject({ ok: false, error: { code: 'aborted' } });
    await events.waitFor('aborted');
  });

  test('the client rejects after its timeout, and the signal of the method is aborted', async () => {
    const call = safe(bank.wait({}, { timeout: 50 }));
    expect(await call).toMatchObject({ ok: false, error: { code: 'timeout' } });
    await events.waitFor('aborted');
  });
});

function clientOf(port: number, batch = false) {
  return createClient<ReturnType<typeof bankOf>['methods']>({
    url: `http://127.0.0.1:${port}/rpc`,
    batch,
  });
}

/** Creates an api whose methods record events. */
function bankOf(events: EventLog) {
  const rpc = new Entrypoint('/rpc', {
    limits: { maxBodyBytes: 1000, maxBatchSize: 3 },
    paramStructure: 'either',
  });
  const user = dependency(
    { name: header(v.optional(v.string()), { alias: 'user' }) },
    ({ name }) => {
      if (name === 'unknown') throw new HttpError(401, 'Who are you?');
      return name ?? 'anonymous';
    },
  );
  const methods = {
    withdraw: rpc.method(
      'withdraw',
      { args: { amount: v.number() }, errors: [NotEnoughMoney] },
      ({ amount }) => {
        if (amount > 100) throw new NotEnoughMoney({ balance: 100 });
        return { balance: 100 - amount };
      },
    ),
    sum: rpc.method('sum', { args: { terms: params(v.array(v.number())) } }, ({ terms }) =>
      terms.reduce((sum, term) => sum + term, 0),
    ),
    dotted: rpc.method('a.b', {}, () => 'dotted'),
    note: rpc.method('note', { args: { text: v.string() } }, ({ text }) => events.record(text)),
    whoami: rpc.method('whoami', { args: { user } }, (args) => args.user),
    wait: rpc.method('wait', { args: { signal } }, async ({ signal: abortSignal }) => {
      abortSignal.addEventListener('abort', () => events.record('aborted'));
      events.record('waiting');
      await events.resumed;
    }),
  };
  return { api: new Api().bindEntrypoint(rpc), methods };
}
