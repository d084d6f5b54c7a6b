import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  defineError,
  dependency,
  type Dependency,
  type DependencyOptions,
  Entrypoint,
  type EntrypointOptions,
  header,
  HttpError,
  JsonRpcRequest,
  MethodNotFound,
  signal,
} from '../index.js';

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
  const made = new Entrypoint('/rpc', { ...options, dependencies });
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

describe("an entrypoint's dependencies", () => {
  test('are resolved once per HTTP request, so once per batch, with one value everywhere', async () => {
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

  test('a typed error of one answers every call of the batch, whatever it asks for', async () => {
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

  test('of notifications nobody is told, so it is logged once', async () => {
    const user = dependency({}, (): string => {
      throw new AuthError();
    });
    entrypoint([user]);
    await post(api, '/rpc', [notification('ok'), request('ok'), notification('ok')]);
    expect(logger.entries).toMatchObject([{ level: 'warn', message: 'Notification failed' }]);
  });

  test('an unhandled error of one is an internal error of every call, and logged once', async () => {
    const broken = dependency({}, (): string => {
      throw new Error('no database');
    });
    entrypoint([broken]);
    const { json } = await post(api, '/rpc', [request('ok'), request('ok')]);
    expect(codes(json)).toEqual([-32603, -32603]);
    expect(logger.entries).toHaveLength(1);
  });

  test('a header that one needs is a parameter of every call', async () => {
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

  test('an HttpError of one ends the exchange, and no call runs', async () => {
    const guard = dependency({}, (): string => {
      throw new HttpError(401, 'Not authenticated', { 'www-authenticate': 'Bearer' });
    });
    entrypoint([session(), guard]);
    const { status, json, answer } = await post(api, '/rpc', [request('ok'), notification('ok')]);
    expect(status).toBe(401);
    expect(json).toEqual({ detail: 'Not authenticated' });
    expect([...(answer.headers ?? [])]).toEqual([['www-authenticate', 'Bearer']]);
    expect(events).toEqual(['opened', 'rolled back: Not authenticated']);
  });

  test('a replacement that takes parameters is an internal error that the log explains', async () => {
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

  test('middlewares still stand around calls that one of them failed', async () => {
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

describe('their teardown', () => {
  test('runs when the response has been sent', async () => {
    entrypoint([session()]);
    const { sent } = await post(api, '/rpc', [request('ok'), request('fail')]);
    expect(events).toEqual(['opened', 'ok']);
    sent();
    await api.close();
    expect(events).toEqual(['opened', 'ok', 'committed']);
  });

  test('waits for the last notification of the batch', async () => {
    const work = gate();
    const v1 = entrypoint([session()]);
    v1.method('later', {}, async () => {
      await work.promise;
      events.push('worked');
    });
    const { sent } = await post(api, '/rpc', [request('ok'), notification('later')]);
    sent();
    expect(events).toEqual(['opened', 'ok']);
    work.open();
    await api.close();
    expect(events).toEqual(['opened', 'ok', 'worked', 'committed']);
  });

  test('before the response it is run when the last call has ended', async () => {
    entrypoint([session({ teardown: 'before-response' })]);
    await post(api, '/rpc', [request('ok'), request('ok')]);
    expect(events).toEqual(['opened', 'ok', 'ok', 'committed']);
  });

  test('a failing commit before the response is the answer of every call', async () => {
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

  test('a failing commit answers no notification, neither one nor a batch of them', async () => {
    const commit = (): void => {
      throw new Conflict();
    };
    entrypoint([session({ teardown: 'before-response' }, commit)]);
    for (const message of [notification('ok'), [notification('ok'), notification('ok')]]) {
      expect(await post(api, '/rpc', message)).toMatchObject({ status: 204, json: undefined });
    }
  });

  test('the replaced answers stand in request order, in whatever order the calls began', async () => {
    const commit = (): void => {
      throw new Conflict();
    };
    const slow = gate();
    const made = new Entrypoint('/schema', {
      dependencies: [session({ teardown: 'before-response' }, commit)],
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

  test('one that has to stand before a successful answer holds it until notifications end', async () => {
    const work = gate();
    const v1 = entrypoint([session({ teardown: 'before-response' })]);
    v1.method('later', {}, async () => {
      await work.promise;
      events.push('worked');
    });
    const answer = post(api, '/rpc', [request('ok'), notification('later')]).then((sent) => {
      events.push('answered');
      return sent;
    });
    work.open();
    expect((await answer).json).toMatchObject([{ result: 'ok' }]);
    expect(events).toEqual(['opened', 'ok', 'worked', 'committed', 'answered']);
  });

  test('where no call succeeded the error is thrown in, at once', async () => {
    entrypoint([session()]);
    await post(api, '/rpc', request('fail'));
    expect(events).toEqual(['opened', 'rolled back: Conflict']);
  });

  test('where one call of a batch succeeded it is a success', async () => {
    entrypoint([session({ teardown: 'before-response' })]);
    await post(api, '/rpc', [request('fail'), request('ok')]);
    expect(events).toEqual(['opened', 'ok', 'committed']);
  });

  test('a teardown may throw a typed error in place of the one that failed the only call', async () => {
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

  test('one that failed to open closes those that were opened before it', async () => {
    const user = dependency({}, async (): Promise<string> => {
      throw new AuthError();
    });
    entrypoint([session(), user]);
    await post(api, '/rpc', request('ok'));
    expect(events).toEqual(['opened', 'rolled back: Auth error']);
  });

  test('stays open for a handler that ignores its timeout', async () => {
    const work = gate();
    const v1 = entrypoint([session()]);
    v1.method('slow', { timeout: 5 }, async () => {
      await work.promise;
      events.push('worked');
    });
    const { json, sent } = await post(api, '/rpc', request('slow'));
    expect(json).toMatchObject({ error: { code: -32002 } });
    sent();
    expect(events).toEqual(['opened']);
    work.open();
    await api.close();
    expect(events).toEqual(['opened', 'worked', 'rolled back: Request timed out']);
  });

  test('stays open for that of a notification, too', async () => {
    const [work, aborted] = [gate(), gate()];
    const v1 = entrypoint([session()]);
    v1.method('slow', { args: { signal }, timeout: 5 }, async ({ signal: own }) => {
      own.addEventListener('abort', () => aborted.open());
      await work.promise;
      events.push('worked');
    });
    const { answer } = await post(api, '/rpc', notification('slow'));
    const settled = answer.onSent?.();
    await aborted.promise;
    // Everything that its end could set off has its turn before.
    await new Promise(setImmediate);
    expect(events).toEqual(['opened']);
    work.open();
    await settled;
    await api.close();
    expect(events).toEqual(['opened', 'worked', 'rolled back: Request timed out']);
  });
});
