import { EventEmitter, getEventListeners, on } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { deferred } from '../../test/deferred.js';
import { listen, receiveRequest, type ReceivedRequest } from '../../test/listen.js';
import { recordResponses, recordBank } from '../../test/recorder.js';
import { CallAbortedError, CallTimeoutError, createClient, safe } from '../index.js';

/** A server that does not respond. `next()` resolves to its requests one after the other. */
async function silentServer(): Promise<{ url: string; next: () => Promise<ReceivedRequest> }> {
  const requests = new EventEmitter();
  const url = await listen((request, response) => {
    void receiveRequest(request, response).then((received) => requests.emit('request', received));
  });
  const all = on(requests, 'request');
  return { url, next: async () => ((await all.next()).value as [ReceivedRequest])[0] };
}

const resultFor = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, result: id });

describe('a call with a signal', () => {
  test('rejects and closes the connection when the signal is aborted', async () => {
    const { url, next } = await silentServer();
    const controller = new AbortController();
    const reason = new Error('no longer needed');
    const call = createClient({ url }).$call('a', {}, { signal: controller.signal });
    const { closed } = await next();
    controller.abort(reason);
    await expect(call).rejects.toBeInstanceOf(CallAbortedError);
    await expect(call).rejects.toMatchObject({
      code: 'aborted',
      name: 'AbortError',
      cause: reason,
    });
    await closed;
  });

  test('sends nothing when the signal was aborted before', async () => {
    const { fetch, requests } = recordBank();
    const bank = createClient({ url: 'http://bank/rpc', fetch });
    const signal = AbortSignal.abort();
    await expect(bank.$call('ping', {}, { signal })).rejects.toBeInstanceOf(CallAbortedError);
    await expect(bank.$notify.$call('ping', {}, { signal })).rejects.toBeInstanceOf(
      CallAbortedError,
    );
    const outcomes = await bank.$batch.safe((b) => [b.$call('ping'), b.$notify.$call('ping')], {
      signal,
    });
    expect(outcomes).toMatchObject([
      { error: { code: 'aborted' } },
      { error: { code: 'aborted' } },
    ]);
    expect(requests).toEqual([]);
  });

  test('sends nothing when the signal is aborted while the headers function runs', async () => {
    const { fetch, requests } = recordBank();
    const token = deferred<{ token: string }>();
    const bank = createClient({ url: 'http://bank/rpc', fetch, headers: () => token.promise });
    const controller = new AbortController();
    const call = bank.$call('ping', {}, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(CallAbortedError);
    token.resolve({ token: 'ann' });
    await token.promise;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(requests).toEqual([]);
  });

  test('rejects when the signal is aborted in the middle of the response', async () => {
    const { url, next } = await silentServer();
    const controller = new AbortController();
    const call = createClient({ url }).$call('a', {}, { signal: controller.signal });
    const { response, closed } = await next();
    response.writeHead(200, { 'content-length': '1000' }).write('{"jsonrpc"');
    controller.abort();
    await expect(call).rejects.toBeInstanceOf(CallAbortedError);
    await closed;
  });

  test('removes its listeners from the signal when it ends', async () => {
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

  test('does not abort a completed HTTP request', async () => {
    const { fetch, requests } = recordBank();
    const controller = new AbortController();
    const bank = createClient({ url: 'http://bank/rpc', fetch });
    await bank.$call('ping', {}, { signal: controller.signal });
    controller.abort();
    expect(requests[0]?.signal.aborted).toBe(false);
  });
});

describe('a call with a timeout', () => {
  test('rejects and closes the connection after that time', async () => {
    const { url, next } = await silentServer();
    const call = safe(createClient({ url }).$call('a', {}, { timeout: 50 }));
    const { closed } = await next();
    const { error } = (await call) as { error: unknown };
    expect(error).toBeInstanceOf(CallTimeoutError);
    expect(error).toMatchObject({
      code: 'timeout',
      name: 'TimeoutError',
      message: 'No response within 50 ms',
    });
    await closed;
  });

  test('uses its own timeout instead of that of the client', async () => {
    const { url, next } = await silentServer();
    const client = createClient({ url, timeout: 20 });
    const slow = client.$call('slow', {}, { timeout: 60_000 });
    const { body, response } = await next();
    await expect(client.$call('hasty')).rejects.toBeInstanceOf(CallTimeoutError);
    await expect(client.$batch((b) => [b.$call('hasty')])).rejects.toBeInstanceOf(CallTimeoutError);
    await expect(client.$notify.$call('hasty')).rejects.toBeInstanceOf(CallTimeoutError);
    response.end(resultFor((JSON.parse(body) as { id: number }).id));
    await expect(slow).resolves.toBe(1);
  });

  test('includes the time of the headers function', async () => {
    const { fetch, requests } = recordBank();
    const headers = (): Promise<never> => new Promise(() => undefined);
    const call = createClient({ url: 'http://bank/rpc', fetch, headers, timeout: 20 }).$call(
      'ping',
    );
    await expect(call).rejects.toBeInstanceOf(CallTimeoutError);
    expect(requests).toEqual([]);
  });

  test.each([Infinity, 2 ** 31])(
    'never times out when the timeout is too long for a timer: %d',
    async (timeout) => {
      const { url, next } = await silentServer();
      const call = createClient({ url, timeout }).$call('a');
      const { response } = await next();
      // A timer with a delay that is too long fires at once.
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
      response.end(resultFor(1));
      await expect(call).resolves.toBe(1);
    },
  );

  test('clears its timer when it ends', async () => {
    const { fetch } = recordBank();
    const set = vi.spyOn(globalThis, 'setTimeout');
    const clear = vi.spyOn(globalThis, 'clearTimeout');
    await createClient({ url: 'http://bank/rpc', fetch, timeout: 12_345 }).$call('ping');
    const timer = set.mock.results[set.mock.calls.findIndex(([, after]) => after === 12_345)];
    expect(timer?.value).toBeDefined();
    expect(clear).toHaveBeenCalledWith(timer?.value);
  });
});

describe('a response after the timeout of its call', () => {
  test('is ignored', async () => {
    const late = deferred<unknown>();
    const { fetch } = recordResponses(() => late.promise);
    const call = createClient({ url: '/', fetch }).$call('a', {}, { timeout: 10 });
    await expect(call).rejects.toBeInstanceOf(CallTimeoutError);
    late.resolve({ jsonrpc: '2.0', id: 1, result: 'late' });
    await late.promise;
    await expect(call).rejects.toBeInstanceOf(CallTimeoutError);
  });
});
