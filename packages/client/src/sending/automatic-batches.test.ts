import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../../test/deferred.js';
import { recordResponses, recordBank, type Recorder, requestObjects } from '../../test/recorder.js';
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

const createBank = (batch: ClientOptions['batch'], more: Partial<ClientOptions> = {}) =>
  createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch, batch, ...more });

/** The methods of each HTTP request. */
const sent = (): string[][] =>
  recorder.requests.map((request) => requestObjects(request).map(({ method }) => method));

/** Resolves after the tick in which calls are collected. */
const nextTick = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

describe('a client with `batch: true`', () => {
  let bank: Client<typeof methods>;
  beforeEach(() => {
    bank = createBank(true);
  });

  test('sends the calls of one tick in one HTTP request', async () => {
    const calls = [bank.ping(), bank.sum([1, 2]), bank.$call('accounts.close', { accountId: 'x' })];
    await expect(Promise.all(calls)).resolves.toEqual(['pong', 3, 'x']);
    expect(sent()).toEqual([['ping', 'sum', 'accounts.close']]);
  });

  test('includes calls that are made in promise callbacks of the same tick', async () => {
    const later = async (): Promise<string> => {
      await Promise.resolve();
      return bank.ping();
    };
    await Promise.all([bank.ping(), later()]);
    expect(sent()).toEqual([['ping', 'ping']]);
  });

  test('includes notifications', async () => {
    const calls = Promise.all([bank.$notify.log({ line: 'a' }), bank.ping()]);
    await expect(calls).resolves.toEqual([undefined, 'pong']);
    expect(sent()).toEqual([['log', 'ping']]);
  });

  test('sends the only call of a tick as a single call', async () => {
    await bank.ping();
    await bank.ping();
    expect(recorder.requests.map(({ text }) => text)).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":2,"method":"ping"}',
    ]);
  });

  test('sends a $batch in a separate HTTP request', async () => {
    await Promise.all([bank.ping(), bank.$batch((b) => [b.whoami()])]);
    expect(new Set(sent().flat())).toEqual(new Set(['ping', 'whoami']));
    expect(sent()).toHaveLength(2);
  });

  test('rejects each call with its own error', async () => {
    const outcomes = await Promise.allSettled([bank.ping(), bank.broken(), bank.echo({ a: 5n })]);
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 'pong' },
      { status: 'rejected', reason: { code: -32603, method: 'broken' } },
      { status: 'rejected', reason: { code: 'not-sent' } },
    ]);
  });

  test('sends calls with different headers in different HTTP requests', async () => {
    const names = await Promise.all([
      bank.whoami(),
      bank.whoami({}, { headers: { token: 'ann' } }),
      bank.whoami({}, { headers: new Headers({ Token: 'ann' }) }),
      bank.whoami({}, { headers: { token: 'bob' } }),
      bank.whoami({}, { headers: { token: undefined } }),
    ]);
    expect(names).toEqual(['anonymous', 'ann', 'ann', 'bob', 'anonymous']);
    expect(sent().map((all) => all.length)).toEqual([2, 2, 1]);
  });

  test('calls the headers function once per HTTP request', async () => {
    const headers = vi.fn<() => Promise<HeaderFields>>(async () => ({ token: 'ann' }));
    const client = createBank(true, { headers });
    await expect(Promise.all([client.whoami(), client.whoami()])).resolves.toEqual(['ann', 'ann']);
    expect(headers).toHaveBeenCalledOnce();
  });
});

describe('a client with `batch: { maxSize }`', () => {
  test('sends no larger batches', async () => {
    const bank = createBank({ maxSize: 2 });
    await Promise.all(Array.from({ length: 5 }, () => bank.ping()));
    expect(sent().map((all) => all.length)).toEqual([2, 2, 1]);
    expect(recorder.requests[2]?.text).toMatch(/^\{/);
  });

  test('sends at most 100 calls by default', async () => {
    const { fetch, requests } = recordResponses((request) =>
      requestObjects(request).map(({ id }) => ({ jsonrpc: '2.0', id, result: id })),
    );
    const bank = createClient<typeof methods>({ url: '/', fetch, batch: {} });
    await Promise.all(Array.from({ length: 101 }, () => bank.ping()).slice(0, 100));
    expect(requests.map((request) => requestObjects(request).length)).toEqual([100, 1]);
  });

  test.each([0, -1, Number.NaN])('is rejected by createClient() when maxSize is %d', (maxSize) => {
    expect(() => createBank({ maxSize })).toThrow(
      new RangeError(`createClient(): batch.maxSize must be 1 or more, not ${maxSize}`),
    );
  });
});

describe('a call of an automatic batch that is aborted', () => {
  test('is not sent when the batch was not sent yet', async () => {
    const bank = createBank(true);
    const controller = new AbortController();
    const aborted = bank.log({ line: 'up' }, { signal: controller.signal });
    const kept = bank.ping();
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    await expect(kept).resolves.toBe('pong');
    expect(sent()).toEqual([['ping']]);
  });

  test('sends no request when all other calls were aborted, too', async () => {
    const bank = createBank(true);
    const controller = new AbortController();
    const aborted = bank.ping({}, { signal: controller.signal });
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    await nextTick();
    expect(sent()).toEqual([]);
  });

  test('does not affect the other calls of a request that was sent', async () => {
    const response = deferred();
    const { fetch, requests } = recordResponses(async (request) => {
      await response.promise;
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
    response.resolve();
    await expect(kept).resolves.toBe('kept');
    expect(requests[0]?.signal.aborted).toBe(false);
  });

  test('aborts the HTTP request when it is the last pending call', async () => {
    const { fetch, requests } = recordResponses(() => new Promise(() => undefined));
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
