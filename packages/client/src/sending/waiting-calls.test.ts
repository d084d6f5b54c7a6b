import { EventEmitter, getEventListeners, on } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { gate } from '../../test/gate.js';
import { arrive, type Arrived, listen } from '../../test/listen.js';
import { recordAnswers, recordBank } from '../../test/recorder.js';
import { AbortError, createClient, safe, TimeoutError } from '../index.js';

/** A server that answers nothing by itself, and gives its requests one after the other. */
async function silentServer(): Promise<{ url: string; next: () => Promise<Arrived> }> {
  const arrivals = new EventEmitter();
  const url = await listen((request, response) => {
    void arrive(request, response).then((arrived) => arrivals.emit('arrived', arrived));
  });
  const all = on(arrivals, 'arrived');
  return { url, next: async () => ((await all.next()).value as [Arrived])[0] };
}

const answer = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, result: id });

describe('a call with a signal', () => {
  test('is given up when it is aborted, and the server sees the connection close', async () => {
    const { url, next } = await silentServer();
    const controller = new AbortController();
    const reason = new Error('not needed any more');
    const call = createClient({ url }).$call('a', {}, { signal: controller.signal });
    const { closed } = await next();
    controller.abort(reason);
    await expect(call).rejects.toBeInstanceOf(AbortError);
    await expect(call).rejects.toMatchObject({
      code: 'aborted',
      name: 'AbortError',
      cause: reason,
    });
    await closed;
  });

  test('that was aborted before is not made', async () => {
    const { fetch, requests } = recordBank();
    const bank = createClient({ url: 'http://bank/rpc', fetch });
    const signal = AbortSignal.abort();
    await expect(bank.$call('ping', {}, { signal })).rejects.toBeInstanceOf(AbortError);
    await expect(bank.$notify.$call('ping', {}, { signal })).rejects.toBeInstanceOf(AbortError);
    const outcomes = await bank.$batch.safe((b) => [b.$call('ping'), b.$notify.$call('ping')], {
      signal,
    });
    expect(outcomes).toMatchObject([
      { error: { code: 'aborted' } },
      { error: { code: 'aborted' } },
    ]);
    expect(requests).toEqual([]);
  });

  test('is given up while the headers are being fetched, and then not sent', async () => {
    const { fetch, requests } = recordBank();
    const token = gate<{ token: string }>();
    const bank = createClient({ url: 'http://bank/rpc', fetch, headers: () => token.promise });
    const controller = new AbortController();
    const call = bank.$call('ping', {}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(AbortError);
    token.open({ token: 'ann' });
    await token.promise;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(requests).toEqual([]);
  });

  test('is given up in the middle of the answer', async () => {
    const { url, next } = await silentServer();
    const controller = new AbortController();
    const call = createClient({ url }).$call('a', {}, { signal: controller.signal });
    const { response, closed } = await next();
    response.writeHead(200, { 'content-length': '1000' }).write('{"jsonrpc"');
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(AbortError);
    await closed;
  });

  test('leaves nothing on the signal when it is over', async () => {
    const { fetch } = recordBank();
    const bank = createClient({ url: 'http://bank/rpc', fetch, batch: true });
    const { signal } = new AbortController();
    const calls = [1, 2].map(() => bank.$call('ping', {}, { signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(2);
    await Promise.all(calls);
    await bank.$batch((b) => [b.$call('ping'), b.$call('ping')], { signal });
    await bank.$call('nothing', {}, { signal }).catch(() => undefined);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('does not abort what has ended', async () => {
    const { fetch, requests } = recordBank();
    const controller = new AbortController();
    const bank = createClient({ url: 'http://bank/rpc', fetch });
    await bank.$call('ping', {}, { signal: controller.signal });
    controller.abort();
    expect(requests[0]?.signal.aborted).toBe(false);
  });
});

describe('a call with a timeout', () => {
  test('fails after it, and the server sees the connection close', async () => {
    const { url, next } = await silentServer();
    const call = safe(createClient({ url }).$call('a', {}, { timeout: 50 }));
    const { closed } = await next();
    const { error } = (await call) as { error: unknown };
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      code: 'timeout',
      name: 'TimeoutError',
      message: 'There was no answer in 50 ms',
    });
    await closed;
  });

  test('has its own in place of the client’s', async () => {
    const { url, next } = await silentServer();
    const client = createClient({ url, timeout: 20 });
    const patient = client.$call('patient', {}, { timeout: 60_000 });
    const { body, response } = await next();
    await expect(client.$call('hasty')).rejects.toBeInstanceOf(TimeoutError);
    await expect(client.$batch((b) => [b.$call('hasty')])).rejects.toBeInstanceOf(TimeoutError);
    await expect(client.$notify.$call('hasty')).rejects.toBeInstanceOf(TimeoutError);
    response.end(answer((JSON.parse(body) as { id: number }).id));
    await expect(patient).resolves.toBe(1);
  });

  test('counts the time that the headers take', async () => {
    const { fetch, requests } = recordBank();
    const headers = (): Promise<never> => new Promise(() => undefined);
    const call = createClient({ url: 'http://bank/rpc', fetch, headers, timeout: 20 }).$call(
      'ping',
    );
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
    expect(requests).toEqual([]);
  });

  test.each([Infinity, 2 ** 31])('that no timer can count waits for ever: %d', async (timeout) => {
    const { url, next } = await silentServer();
    const call = createClient({ url, timeout }).$call('a');
    const { response } = await next();
    // A timer that is asked for too much fires at once.
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
    response.end(answer(1));
    await expect(call).resolves.toBe(1);
  });

  test('leaves no timer behind when it is over', async () => {
    const { fetch } = recordBank();
    const set = vi.spyOn(globalThis, 'setTimeout');
    const clear = vi.spyOn(globalThis, 'clearTimeout');
    await createClient({ url: 'http://bank/rpc', fetch, timeout: 12_345 }).$call('ping');
    const timer = set.mock.results[set.mock.calls.findIndex(([, after]) => after === 12_345)];
    expect(timer?.value).toBeDefined();
    expect(clear).toHaveBeenCalledWith(timer?.value);
  });
});

describe('the answer to a call that was given up', () => {
  test('is ignored', async () => {
    const late = gate<unknown>();
    const { fetch } = recordAnswers(() => late.promise);
    const call = createClient({ url: '/', fetch }).$call('a', {}, { timeout: 10 });
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
    late.open({ jsonrpc: '2.0', id: 1, result: 'late' });
    await late.promise;
    await expect(call).rejects.toBeInstanceOf(TimeoutError);
  });
});
