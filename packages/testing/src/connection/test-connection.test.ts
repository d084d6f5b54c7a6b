import {
  Api,
  connection,
  defineError,
  dependency,
  Entrypoint,
  header,
  HttpError,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { JsonRpcTestClient } from '../index.js';

class Closed extends defineError({ code: 6001, message: 'Closed' }) {}

const teardowns: string[] = [];

const user = dependency({ name: header(v.optional(v.string())) }, function* ({ name }) {
  if (name === 'nobody') throw new HttpError(401, 'Log in');
  yield name ?? 'guest';
  teardowns.push('user');
});

function createApi() {
  const silent = { error: () => undefined, warn: () => undefined };
  const rpc = new Entrypoint('/rpc', { connectionDependencies: [user] });
  const methods = {
    whoAmI: rpc.method('whoAmI', { args: { user } }, ({ user: name }) => name),
    leave: rpc.method('leave', { args: { connection } }, ({ connection: own }) => {
      own?.close(4000, 'enough');
      return 'left';
    }),
    wait: rpc.method('wait', { args: { signal } }, async ({ signal: aborted }) => {
      await new Promise((resolve) => {
        aborted.addEventListener('abort', resolve);
      });
      throw aborted.reason;
    }),
    countdown: rpc.subscription(
      'countdown',
      { args: { from: v.number() }, event: v.number(), errors: [Closed] },
      async function* ({ from }) {
        if (from > 10) throw new Closed();
        for (let left = from; left > 0; left -= 1) yield left;
      },
    ),
    endless: rpc.subscription(
      'endless',
      { args: { signal } },
      async function* ({ signal: aborted }) {
        yield 'first';
        await new Promise((resolve) => {
          aborted.addEventListener('abort', resolve);
        });
        teardowns.push('endless');
      },
    ),
    heads: rpc.subscription(
      'heads',
      { args: { chain: v.string() }, namespace: 'eth', idParameter: 'id' },
      async function* ({ chain }) {
        yield chain;
      },
    ),
  };
  return { api: new Api({ logger: silent }).bindEntrypoint(rpc), methods };
}

function createClient(headers: Record<string, string> = {}) {
  const { api } = createApi();
  const client = new JsonRpcTestClient<ReturnType<typeof createApi>['methods']>(api, { headers });
  onTestFinished(async () => {
    await client.close();
    await api.close();
  });
  return client;
}

/** Returns a function that resolves to the rejections without a handler, in the next turn. */
function watchRejections(): () => Promise<readonly unknown[]> {
  const reasons: unknown[] = [];
  const listener = (reason: unknown): void => void reasons.push(reason);
  process.on('unhandledRejection', listener);
  onTestFinished(() => void process.off('unhandledRejection', listener));
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return reasons;
  };
}

describe('subscribe()', () => {
  test('collects the events and the last word', async () => {
    const countdown = await createClient().subscribe('countdown', { from: 3 });
    expect(countdown.response).toMatchObject({ jsonrpc: '2.0', result: expect.any(String) });
    expect(await countdown.collect(2)).toEqual([3, 2]);
    expect(await countdown.lastWord()).toEqual({ kind: 'done' });
    expect(await countdown.collect(1)).toEqual([1]);
    await expect(countdown.collect(1)).rejects.toThrow(
      'Expected 1 events, but received 0 before the end of the subscription: []',
    );
  });

  test('returns the error of the response, or of the last word', async () => {
    const client = createClient();
    // @ts-expect-error -- the number is missing
    const invalid = await client.subscribe('countdown', {});
    expect(invalid.response).toMatchObject({ error: { code: -32602 } });
    expect(await invalid.lastWord()).toEqual({ kind: 'left' });
    const failed = await client.subscribe('countdown', { from: 11 });
    expect(await failed.lastWord()).toEqual({
      kind: 'error',
      error: { code: 6001, message: 'Closed' },
    });
  });

  test('unsubscribes, which runs the teardowns', async () => {
    teardowns.length = 0;
    await using endless = await createClient().subscribe('endless');
    expect(await endless.collect(1)).toEqual(['first']);
    await expect(endless.collect(1, { timeout: 10 })).rejects.toThrow(
      'Expected 1 events, but received 0 within 10 ms: []',
    );
    await expect(endless.lastWord({ timeout: 10 })).rejects.toThrow('has not ended within 10 ms');
    expect(await endless.unsubscribe()).toBe(true);
    await vi.waitFor(() => expect(teardowns).toEqual(['endless', 'user']));
  });

  test('uses the names of a namespace', async () => {
    const heads = await createClient().subscribe('heads', { chain: 'main' });
    expect(await heads.collect(1)).toEqual(['main']);
  });

  test('rejects an unknown subscription, an app without an api and a cursor without history', async () => {
    const client = createClient();
    // @ts-expect-error -- no such subscription
    await expect(client.subscribe('nothing')).rejects.toThrow(
      'There is no subscription "nothing". The entrypoint has: countdown, endless, heads',
    );
    const apart = new JsonRpcTestClient({ fetch: () => new Response() }, { url: '/rpc' });
    await expect(apart.subscribe('countdown')).rejects.toThrow('need the Api behind the app');
    const resumed = await client.subscribe('endless', {}, { cursor: '5' });
    expect(resumed.response).toMatchObject({ error: { code: -32600 } });
  });

  test('closes its connection if it throws', async () => {
    teardowns.length = 0;
    // @ts-expect-error -- no such subscription
    await expect(createClient().subscribe('nothing')).rejects.toThrow('no subscription "nothing"');
    await vi.waitFor(() => expect(teardowns).toEqual(['user']));
  });

  test('works with the api behind an app of any framework', async () => {
    const { api } = createApi();
    const app = { fetch: () => new Response() };
    const client = new JsonRpcTestClient(app, { url: '/rpc', api });
    expect(await (await client.subscribe('countdown', { from: 1 })).collect(1)).toEqual([1]);
    await client.close();
  });
});

describe('connect()', () => {
  test('opens one connection for several calls and subscriptions', async () => {
    teardowns.length = 0;
    const own = await createClient({ name: 'ann' }).connect();
    expect(await own.jsonrpc('whoAmI')).toEqual({ jsonrpc: '2.0', id: 1, result: 'ann' });
    expect(await (await own.subscribe('countdown', { from: 1 })).collect(1)).toEqual([1]);
    expect(teardowns).toEqual([]);
    own.disconnect();
    expect(await own.closed).toEqual({ code: 1006, reason: '' });
    await vi.waitFor(() => expect(teardowns).toEqual(['user']));
  });

  test('rejects a requestId that a call without a response has, and never repeats it', async () => {
    const own = await createClient().connect();
    const first = own.jsonrpc('wait');
    const second = own.jsonrpc('wait', {}, { requestId: 2 });
    await expect(own.jsonrpc('whoAmI', {}, { requestId: 1 })).rejects.toThrow(
      'jsonrpc(): requestId 1 is the id of a call that has no response yet. Pass another one',
    );
    expect(await own.jsonrpc('whoAmI')).toMatchObject({ id: 3 });
    expect(await own.jsonrpc('whoAmI', {}, { requestId: 3 })).toMatchObject({ id: 3 });
    own.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
    own.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 2 } });
    expect(await first).toMatchObject({ id: 1, error: { code: -32800 } });
    expect(await second).toMatchObject({ id: 2, error: { code: -32800 } });
  });

  test('cancels a call by a message', async () => {
    const own = await createClient().connect();
    const waiting = own.jsonrpc('wait', {}, { requestId: 'w' });
    own.send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'w' } });
    expect(await waiting).toMatchObject({ id: 'w', error: { code: -32800 } });
  });

  test('shows how the server closes the connection', async () => {
    const own = await createClient().connect();
    const endless = await own.subscribe('endless');
    expect(await own.jsonrpc('leave')).toMatchObject({ result: 'left' });
    expect(await own.closed).toEqual({ code: 4000, reason: 'enough' });
    expect(await endless.lastWord()).toEqual({ kind: 'left' });
    expect(() => own.send({})).toThrow('The connection is closed.');
  });

  test('rejects when the client is closed meanwhile, and closes the connection', async () => {
    teardowns.length = 0;
    const client = createClient();
    const connecting = client.connect();
    const closing = client.close();
    await expect(connecting).rejects.toThrow('This JsonRpcTestClient is closed.');
    await closing;
    await vi.waitFor(() => expect(teardowns).toEqual(['user']));
  });

  test('rejects a call on a closed connection, and leaves no other rejection', async () => {
    const unhandled = watchRejections();
    const own = await createClient().connect();
    const endless = await own.subscribe('endless');
    own.disconnect();
    await expect(own.jsonrpc('whoAmI')).rejects.toThrow('The connection is closed.');
    await expect(endless.unsubscribe()).rejects.toThrow('The connection is closed.');
    expect(await unhandled()).toEqual([]);
  });

  test('rejects params that JSON cannot encode, and leaves no other rejection', async () => {
    const unhandled = watchRejections();
    const own = await createClient().connect();
    await expect(own.jsonrpc('whoAmI', { amount: 5n })).rejects.toThrow('serialize a BigInt');
    own.disconnect();
    expect(await unhandled()).toEqual([]);
  });

  test('lets a subscription leave its scope after the disconnect', async () => {
    const own = await createClient().connect();
    const endless = await own.subscribe('endless');
    own.disconnect();
    await endless[Symbol.asyncDispose]();
    expect(await endless.lastWord()).toEqual({ kind: 'left' });
  });

  test('fails with the response to a rejected upgrade', async () => {
    const client = createClient();
    await expect(client.connect({ headers: { name: 'nobody' } })).rejects.toThrow(
      'The connection was rejected: status 401, {"detail":"Log in"}',
    );
    await expect(client.connect({ url: '/other' })).rejects.toThrow('status 404');
  });
});
