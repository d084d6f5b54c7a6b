import { beforeEach, describe, expect, test, vi } from 'vitest';
import { gate } from '../../test/gate.js';
import { recordAnswers, recordBank, type Recorder, requestObjects } from '../../test/recorder.js';
import type * as methods from '../../test/server/methods.js';
import {
  type Client,
  type ClientOptions,
  createClient,
  type HeaderFields,
  safe,
} from '../index.js';

let recorder: Recorder;
beforeEach(() => {
  recorder = recordBank();
});

const batching = (batch: ClientOptions['batch'], more: Partial<ClientOptions> = {}) =>
  createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch, batch, ...more });

/** The methods of each HTTP request. */
const sent = (): string[][] =>
  recorder.requests.map((request) => requestObjects(request).map(({ method }) => method));

/** Past the tick in which calls are collected. */
const nextTick = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

describe('with `batch: true`', () => {
  let bank: Client<typeof methods>;
  beforeEach(() => {
    bank = batching(true);
  });

  test('the calls of one tick go in one HTTP request', async () => {
    const calls = [bank.ping(), bank.sum([1, 2]), bank.$call('accounts.close', { accountId: 'x' })];
    await expect(Promise.all(calls)).resolves.toEqual(['pong', 3, 'x']);
    expect(sent()).toEqual([['ping', 'sum', 'accounts.close']]);
  });

  test('so do those that wait for something that is there already', async () => {
    const later = async (): Promise<string> => {
      await Promise.resolve();
      return bank.ping();
    };
    await Promise.all([bank.ping(), later()]);
    expect(sent()).toEqual([['ping', 'ping']]);
  });

  test('and notifications', async () => {
    const calls = Promise.all([bank.$notify.log({ line: 'a' }), bank.ping()]);
    await expect(calls).resolves.toEqual([undefined, 'pong']);
    expect(sent()).toEqual([['log', 'ping']]);
  });

  test('a call that is alone in its tick goes by itself', async () => {
    await bank.ping();
    await bank.ping();
    expect(recorder.requests.map(({ text }) => text)).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":2,"method":"ping"}',
    ]);
  });

  test('a $batch goes by itself', async () => {
    await Promise.all([bank.ping(), bank.$batch((b) => [b.whoami()])]);
    expect(new Set(sent().flat())).toEqual(new Set(['ping', 'whoami']));
    expect(sent()).toHaveLength(2);
  });

  test('each call has its own error', async () => {
    const outcomes = await Promise.allSettled([bank.ping(), bank.broken(), bank.echo({ a: 5n })]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 'pong' },
      { status: 'rejected', reason: { code: -32603, method: 'broken' } },
      { status: 'rejected', reason: { code: 'not-sent' } },
    ]);
  });

  test('calls of other headers go in another HTTP request', async () => {
    const names = await Promise.all([
      bank.whoami(),
      bank.whoami({}, { headers: { token: 'ann' } }),
      bank.whoami({}, { headers: new Headers({ Token: 'ann' }) }),
      bank.whoami({}, { headers: { token: 'bob' } }),
      bank.whoami({}, { headers: { token: undefined } }),
    ]);
    expect(names).toEqual(['nobody', 'ann', 'ann', 'bob', 'nobody']);
    expect(sent().map((all) => all.length)).toEqual([2, 2, 1]);
  });

  test("the client's own headers are asked for once per HTTP request", async () => {
    const headers = vi.fn<() => Promise<HeaderFields>>(async () => ({ token: 'ann' }));
    const client = batching(true, { headers });
    await expect(Promise.all([client.whoami(), client.whoami()])).resolves.toEqual(['ann', 'ann']);
    expect(headers).toHaveBeenCalledOnce();
  });
});

describe('with `batch: { maxSize }`', () => {
  test('no batch is larger', async () => {
    const bank = batching({ maxSize: 2 });
    await Promise.all(Array.from({ length: 5 }, () => bank.ping()));
    expect(sent().map((all) => all.length)).toEqual([2, 2, 1]);
    expect(recorder.requests[2]?.text).toMatch(/^\{/);
  });

  test('of nothing it is 100', async () => {
    const { fetch, requests } = recordAnswers((request) =>
      requestObjects(request).map(({ id }) => ({ jsonrpc: '2.0', id, result: id })),
    );
    const bank = createClient<typeof methods>({ url: '/', fetch, batch: {} });
    await Promise.all(Array.from({ length: 101 }, () => bank.ping()).slice(0, 100));
    expect(requests.map((request) => requestObjects(request).length)).toEqual([100, 1]);
  });

  test.each([0, -1, Number.NaN])('it is a positive number, not %d', (maxSize) => {
    expect(() => batching({ maxSize })).toThrow(
      new RangeError(`createClient: batch.maxSize must be 1 or more, not ${maxSize}`),
    );
  });
});

describe('a call of a collected batch that is given up', () => {
  test('before it is sent, is not sent', async () => {
    const bank = batching(true);
    const controller = new AbortController();
    const given = bank.log({ line: 'up' }, { signal: controller.signal });
    const kept = bank.ping();
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'aborted' });
    await expect(kept).resolves.toBe('pong');
    expect(sent()).toEqual([['ping']]);
  });

  test('with all others, sends nothing', async () => {
    const bank = batching(true);
    const controller = new AbortController();
    const given = bank.ping({}, { signal: controller.signal });
    controller.abort();
    await expect(given).rejects.toMatchObject({ code: 'aborted' });
    await nextTick();
    expect(sent()).toEqual([]);
  });

  test('while it is under way, leaves the others their answers', async () => {
    const answer = gate();
    const { fetch, requests } = recordAnswers(async (request) => {
      await answer.promise;
      return requestObjects(request).map(({ id, method }) => ({
        jsonrpc: '2.0',
        id,
        result: method,
      }));
    });
    const bank = createClient({ url: '/', fetch, batch: true });
    const controller = new AbortController();
    const aborted = safe(bank.$call('aborted', {}, { signal: controller.signal }));
    const timedOut = safe(bank.$call('timed out', {}, { timeout: 20 }));
    const kept = bank.$call('kept', {}, { timeout: 60_000 });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    controller.abort();
    expect(await aborted).toMatchObject({ error: { code: 'aborted' } });
    expect(await timedOut).toMatchObject({ error: { code: 'timeout' } });
    expect(requests[0]?.signal.aborted).toBe(false);
    answer.open();
    await expect(kept).resolves.toBe('kept');
    expect(requests[0]?.signal.aborted).toBe(false);
  });

  test('as the last one that waits, aborts the HTTP request', async () => {
    const { fetch, requests } = recordAnswers(() => new Promise(() => undefined));
    const bank = createClient({ url: '/', fetch, batch: true });
    const controller = new AbortController();
    const aborted = safe(bank.$call('aborted', {}, { signal: controller.signal }));
    const timedOut = safe(bank.$call('timed out', {}, { timeout: 20 }));
    expect(await timedOut).toMatchObject({ error: { code: 'timeout' } });
    expect(requests[0]?.signal.aborted).toBe(false);
    controller.abort();
    expect(await aborted).toMatchObject({ error: { code: 'aborted' } });
    expect(requests[0]?.signal.aborted).toBe(true);
  });
});
