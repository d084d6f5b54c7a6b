import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  backgroundTasks,
  defineError,
  dependency,
  type Dependency,
  Entrypoint,
  type EntrypointOptions,
  header,
  HttpError,
  JsonRpcRequest,
  MethodNotFound,
  signal,
} from '../index.js';
import type { DependencyOptions } from '../types.js';

class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}
class Conflict extends defineError({ code: 6002, message: 'Conflict' }) {}

let events: string[];
let logger: ReturnType<typeof memoryLogger>;
let api: Api;

beforeEach(() => {
  events = [];
  logger = memoryLogger();
  api = new Api({ logger });
});

function session(options: DependencyOptions = {}, commit = (): void => undefined) {
  return dependency(
    {},
    async function* () {
      events.push('opened');
      try {
        yield { id: events.length };
        commit();
        events.push('committed');
      } catch (error) {
        events.push(`rolled back: ${(error as Error).message}`);
        throw error;
      }
    },
    { name: 'session', ...options },
  );
}

function entrypoint(dependencies: readonly Dependency[], options: EntrypointOptions = {}) {
  const made = new Entrypoint('/rpc', { ...options, messageDependencies: dependencies });
  made.method('ok', {}, () => {
    events.push('ok');
    return 'ok';
  });
  made.method('fail', {}, () => {
    throw new Conflict();
  });
  api.bindEntrypoint(made);
  return made;
}

const codes = (json: unknown): unknown[] =>
  (json as { error?: { code: number } }[]).map(({ error }) => error?.code);

describe('the shared dependencies of an entrypoint', () => {
  test('resolves shared dependencies once for a batch, with the same value in every call', async () => {
    const counter = { count: 0 };
    const connection = dependency({}, () => (counter.count += 1));
    const user = dependency({ connection }, ({ connection: n }) => `user of ${n}`);
    const v1 = entrypoint([user]);
    v1.method('who', { args: { user, connection } }, (args) => args);
    const { json } = await post(api, '/rpc', [request('who'), request('who')]);
    expect(json).toMatchObject([
      { result: { user: 'user of 1', connection: 1 } },
      { result: { user: 'user of 1', connection: 1 } },
    ]);
    await post(api, '/rpc', request('who'));
    expect(counter.count).toBe(2);
  });

  test('responds to every call of a batch with the typed error of a shared dependency', async () => {
    const user = dependency({}, async (): Promise<string> => {
      throw new AuthError();
    });
    entrypoint([user]);
    const { json } = await post(api, '/rpc', [
      request('ok'),
      request('unknown'),
      5,
      notification('ok'),
    ]);
    expect(codes(json)).toEqual([7000, 7000, 7000]);
    expect(events).toEqual([]);
  });

  test('logs the error of a shared dependency once if all calls are notifications', async () => {
    const user = dependency({}, (): string => {
      throw new AuthError();
    });
    entrypoint([user]);
    await post(api, '/rpc', [notification('ok'), request('ok'), notification('ok')]);
    expect(logger.entries).toMatchObject([{ level: 'warn', message: 'Notification failed' }]);
  });

  test('responds to every call with InternalError when a shared dependency fails, and logs it once', async () => {
    const broken = dependency({}, (): string => {
      throw new Error('no database');
    });
    entrypoint([broken]);
    const { json } = await post(api, '/rpc', [request('ok'), request('ok')]);
    expect(codes(json)).toEqual([-32603, -32603]);
    expect(logger.entries).toHaveLength(1);
  });

  test('responds to every call with InvalidParams when a shared dependency misses a header', async () => {
    entrypoint([dependency({ token: header(v.string()) }, ({ token }) => token)]);
    const { json } = await post(api, '/rpc', [request('ok')]);
    expect(json).toMatchObject([
      {
        error: {
          code: -32602,
          data: { errors: [{ loc: ['<header>', 'token'], type: 'missing' }] },
        },
      },
    ]);
  });

  test('responds with the HttpError of a shared dependency, and runs no call', async () => {
    const guard = dependency({}, (): string => {
      throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Bearer' });
    });
    entrypoint([session(), guard]);
    const { status, json, response } = await post(api, '/rpc', [request('ok'), notification('ok')]);
    expect(status).toBe(401);
    expect(json).toEqual({ detail: 'Not authenticated' });
    expect([...(response.headers ?? [])]).toEqual([['www-authenticate', 'Bearer']]);
    expect(events).toEqual(['opened', 'rolled back: Not authenticated']);
  });

  test('responds with InternalError and logs the reason when an override reads JSON-RPC parameters', async () => {
    const user = dependency({}, () => 'user', { name: 'user' });
    entrypoint([user]);
    api.dependencyOverrides.set(
      user,
      dependency({ name: v.string() }, ({ name }) => name, { name: 'fakeUser' }),
    );
    expect(codes((await post(api, '/rpc', [request('ok')])).json)).toEqual([-32603]);
    expect(String(logger.entries[0]?.details.err)).toContain(
      'dependency "fakeUser" reads the JSON-RPC parameter "name"',
    );
  });

  test('runs the middlewares of calls that fail with a shared dependency', async () => {
    const seen: unknown[] = [];
    const user = dependency({}, (): string => {
      throw new AuthError();
    });
    entrypoint([user], {
      middlewares: [
        async (ctx, next) => {
          await next().catch(() => seen.push(ctx.exception));
        },
      ],
    });
    expect((await post(api, '/rpc', request('ok'))).json).toMatchObject({ error: { code: 7000 } });
    expect(seen).toEqual([expect.any(AuthError)]);
  });
});

test.each([1, 3])(
  'messages of %d calls whose shared dependencies use a pool of one connection do not stall each other',
  async (size) => {
    let last: Promise<unknown> = Promise.resolve();
    const pooled = dependency({}, async function* () {
      const before = last;
      const { promise: released, open: release } = gate();
      last = released;
      await before;
      yield 'connection';
      release();
    });
    const v1 = entrypoint([pooled], { concurrency: 2, timeout: 2_000 });
    v1.method('read', { args: { pooled } }, async (args) => args.pooled);
    const messages = Array.from({ length: 5 }, async () => {
      const calls = Array.from({ length: size }, () => request('read'));
      const { json, markSent } = await post(api, '/rpc', calls);
      markSent();
      return json;
    });
    const results = Array.from({ length: size }, () => ({ result: 'connection' }));
    expect(await Promise.all(messages)).toMatchObject(messages.map(() => results));
  },
);

test('a background task of a notification does not keep the slot of its message', async () => {
  const task = gate();
  const v1 = entrypoint([dependency({}, async () => 1)], { concurrency: 1, timeout: 2_000 });
  v1.method('add', { args: { tasks: backgroundTasks } }, async ({ tasks }) => {
    tasks.add(() => task.promise);
  });
  await post(api, '/rpc', notification('add'));
  expect((await post(api, '/rpc', request('ok'))).json).toMatchObject({ result: 'ok' });
  task.open();
  await api.close();
});

describe('the teardown of shared dependencies', () => {
  test('runs the teardown of a shared dependency when the response has been sent', async () => {
    entrypoint([session()]);
    const { markSent } = await post(api, '/rpc', [request('ok'), request('fail')]);
    expect(events).toEqual(['opened', 'ok']);
    markSent();
    await api.close();
    expect(events).toEqual(['opened', 'ok', 'committed']);
  });

  test('the teardown of a shared dependency waits for the last notification of the batch', async () => {
    const work = gate();
    const v1 = entrypoint([session()]);
    v1.method('later', {}, async () => {
      await work.promise;
      events.push('worked');
    });
    const { markSent } = await post(api, '/rpc', [request('ok'), notification('later')]);
    markSent();
    expect(events).toEqual(['opened', 'ok']);
    work.open();
    await api.close();
    expect(events).toEqual(['opened', 'ok', 'worked', 'committed']);
  });

  test('a teardown before the response runs after the last call', async () => {
    entrypoint([session({ teardown: 'before-response' })]);
    await post(api, '/rpc', [request('ok'), request('ok')]);
    expect(events).toEqual(['opened', 'ok', 'ok', 'committed']);
  });

  test('responds to every call with the error of a shared commit before the response', async () => {
    const commit = (): void => {
      throw new Conflict();
    };
    entrypoint([session({ teardown: 'before-response' }, commit)]);
    const { json } = await post(api, '/rpc', [request('ok'), notification('ok'), request('ok')]);
    expect(codes(json)).toEqual([6002, 6002]);
    const single = await post(api, '/rpc', { ...request('ok'), id: 'one' });
    expect(single.json).toEqual({
      jsonrpc: '2.0',
      id: 'one',
      error: { code: 6002, message: 'Conflict' },
    });
  });

  test('logs once that a shared commit failed', async () => {
    const err = new Error('no database');
    const commit = (): void => {
      throw err;
    };
    entrypoint([session({ teardown: 'before-response' }, commit)]);
    await post(api, '/rpc', [request('ok'), request('ok')]);
    expect(logger.entries).toEqual([
      { level: 'error', details: { err }, message: 'Teardown before the response failed' },
    ]);
  });

  test('does not respond to notifications when a shared commit fails', async () => {
    const commit = (): void => {
      throw new Conflict();
    };
    entrypoint([session({ teardown: 'before-response' }, commit)]);
    for (const message of [notification('ok'), [notification('ok'), notification('ok')]]) {
      expect(await post(api, '/rpc', message)).toMatchObject({ status: 204, json: undefined });
    }
  });

  test('keeps the order of the batch when a shared commit fails, regardless of the order in which calls started', async () => {
    const commit = (): void => {
      throw new Conflict();
    };
    const slow = gate();
    const made = new Entrypoint('/schema', {
      messageDependencies: [session({ teardown: 'before-response' }, commit)],
      requestSchema: v.objectAsync({
        ...JsonRpcRequest.entries,
        id: v.pipeAsync(
          v.optional(v.union([v.string(), v.number()])),
          v.checkAsync(async (id) => {
            await (id === 'first' ? slow.promise : undefined);
            return true;
          }),
        ),
      }),
    });
    made.method('ok', {}, () => {
      slow.open();
    });
    api.bindEntrypoint(made);
    const batch = [
      { ...request('ok'), id: 'first' },
      notification('ok'),
      { ...request('ok'), id: 2 },
    ];
    const { json } = await post(api, '/schema', batch);
    expect((json as { id: unknown }[]).map(({ id }) => id)).toEqual(['first', 2]);
    expect(codes(json)).toEqual([6002, 6002]);
  });

  test('a shared commit before the response waits for the notifications of the batch', async () => {
    const work = gate();
    const v1 = entrypoint([session({ teardown: 'before-response' })]);
    v1.method('later', {}, async () => {
      await work.promise;
      events.push('worked');
    });
    const result = post(api, '/rpc', [request('ok'), notification('later')]).then((sent) => {
      events.push('responded');
      return sent;
    });
    work.open();
    expect((await result).json).toMatchObject([{ result: 'ok' }]);
    expect(events).toEqual(['opened', 'ok', 'worked', 'committed', 'responded']);
  });

  test('rolls back a shared dependency with the error when no call has succeeded', async () => {
    entrypoint([session()]);
    await post(api, '/rpc', request('fail'));
    expect(events).toEqual(['opened', 'rolled back: Conflict']);
  });

  test('commits a shared dependency when one call of the batch has succeeded', async () => {
    entrypoint([session({ teardown: 'before-response' })]);
    await post(api, '/rpc', [request('fail'), request('ok')]);
    expect(events).toEqual(['opened', 'ok', 'committed']);
  });

  test('a shared teardown may replace the typed error of the only call', async () => {
    const translating = dependency({}, async function* () {
      try {
        yield 1;
      } catch {
        throw new MethodNotFound();
      }
    });
    entrypoint([translating]);
    expect((await post(api, '/rpc', request('fail'))).json).toMatchObject({
      error: { code: -32601 },
    });
  });

  test('closes the shared dependencies that are open when the next one fails', async () => {
    const user = dependency({}, async (): Promise<string> => {
      throw new AuthError();
    });
    entrypoint([session(), user]);
    await post(api, '/rpc', request('ok'));
    expect(events).toEqual(['opened', 'rolled back: Auth error']);
  });

  test('a shared dependency stays open for a handler that keeps running after its timeout', async () => {
    const work = gate();
    const v1 = entrypoint([session()]);
    v1.method('slow', { timeout: 5 }, async () => {
      await work.promise;
      events.push('worked');
    });
    const { json, markSent } = await post(api, '/rpc', request('slow'));
    expect(json).toMatchObject({ error: { code: -32002 } });
    markSent();
    expect(events).toEqual(['opened']);
    work.open();
    await api.close();
    expect(events).toEqual(['opened', 'worked', 'rolled back: Request timed out']);
  });

  test('a shared dependency stays open for another one that is resolved after the time limit', async () => {
    const found = gate();
    const first = session();
    const second = dependency({ first }, async () => {
      await found.promise;
      events.push('found');
    });
    entrypoint([first, second], { timeout: 5 });
    const { json, markSent } = await post(api, '/rpc', request('ok'));
    expect(json).toMatchObject({ error: { code: -32002 } });
    markSent();
    expect(events).toEqual(['opened']);
    found.open();
    await api.close();
    expect(events).toEqual(['opened', 'found', 'rolled back: Request timed out']);
  });

  test('a shared dependency stays open for a notification that keeps running after its timeout', async () => {
    const [work, aborted] = [gate(), gate()];
    const v1 = entrypoint([session()]);
    v1.method('slow', { args: { signal }, timeout: 5 }, async ({ signal: own }) => {
      own.addEventListener('abort', () => aborted.open());
      await work.promise;
      events.push('worked');
    });
    const { response } = await post(api, '/rpc', notification('slow'));
    const settled = response.onSent?.();
    await aborted.promise;
    // The teardown would have run by now.
    await new Promise(setImmediate);
    expect(events).toEqual(['opened']);
    work.open();
    await settled;
    await api.close();
    expect(events).toEqual(['opened', 'worked', 'rolled back: Request timed out']);
  });
});
