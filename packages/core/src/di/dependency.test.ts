import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  backgroundTasks,
  defineError,
  dependency,
  Entrypoint,
  type JsonRpcContext,
  type JsonRpcMiddleware,
} from '../index.js';
import type { DependencyOptions } from '../types.js';

class Rejected extends defineError({ code: 6000, message: 'Rejected' }) {}
class Conflict extends defineError({ code: 6002, message: 'Conflict' }) {}

/** The events in chronological order. */
let events: string[];
let logger: ReturnType<typeof memoryLogger>;
let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  events = [];
  logger = memoryLogger();
  v1 = new Entrypoint('/rpc');
  api = new Api({ logger }).bindEntrypoint(v1);
});

/** Returns a dependency that records when it is opened and how it is closed. */
function resource(name: string, options: DependencyOptions = {}) {
  return dependency(
    {},
    async function* () {
      events.push(`${name} opened`);
      try {
        yield name;
        events.push(`${name} closed`);
      } catch (error) {
        events.push(`${name} failed: ${(error as Error).message}`);
        throw error;
      }
    },
    { name, ...options },
  );
}

const errorOf = (json: unknown): unknown => (json as { error: { code: number } }).error.code;

async function whenClosed(): Promise<void> {
  await api.close();
}

describe('a dependency', () => {
  test('is resolved once per call, even if several arguments need it', async () => {
    let count = 0;
    const counter = dependency({}, () => (count += 1));
    const doubled = dependency({ counter }, ({ counter: n }) => n * 2);
    v1.method('both', { args: { counter, doubled }, dependencies: [counter] }, (args) => args);
    const { json } = await post(api, '/rpc', [request('both'), request('both')]);
    expect(json).toMatchObject([
      { result: { counter: 1, doubled: 2 } },
      { result: { counter: 2, doubled: 4 } },
    ]);
  });

  test.each([
    ['a function', dependency({}, () => 7)],
    ['an asynchronous function', dependency({}, async () => 7)],
    [
      'a generator',
      dependency({}, function* () {
        yield 7;
      }),
    ],
    [
      'an asynchronous generator',
      dependency({}, async function* () {
        yield 7;
      }),
    ],
  ])('may be %s', async (_, seven) => {
    v1.method('seven', { args: { seven } }, ({ seven: value }) => value);
    expect((await post(api, '/rpc', request('seven'))).json).toMatchObject({ result: 7 });
  });

  test('runs for its side effects if it is only listed in dependencies', async () => {
    const effect = (name: string) => dependency({}, () => void events.push(name));
    const common = new Entrypoint('/common', { commonDependencies: [effect('common')] });
    common.method('run', { dependencies: [effect('own')], args: { x: effect('arg') } }, () => null);
    api.bindEntrypoint(common);
    await post(api, '/common', [request('run')]);
    expect(events).toEqual(['common', 'own', 'arg']);
  });

  test('does not run if a parameter of the call is rejected', async () => {
    v1.method('pay', { args: { db: resource('db'), amount: v.number() } }, () => null);
    const { json } = await post(api, '/rpc', request('pay', { amount: 'x' }));
    expect(errorOf(json)).toBe(-32602);
    expect(events).toEqual([]);
  });

  test('fails the call with an error that names it if its generator yields no value', async () => {
    const nothing = dependency({}, function* (): Generator<number> {}, { name: 'nothing' });
    v1.method('run', { args: { nothing } }, () => null);
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(-32603);
    expect(String(logger.entries[0]?.details.err)).toContain(
      'dependency "nothing" ended without yielding a value',
    );
  });
});

describe('the teardown of a successful call', () => {
  test('runs in reverse order after the response has been sent', async () => {
    const first = resource('first');
    const second = dependency({ first }, async function* () {
      events.push('second opened');
      yield 2;
      events.push('second closed');
    });
    v1.method('run', { args: { first, second } }, () => void events.push('handler'));
    const { markSent } = await post(api, '/rpc', request('run'));
    events.push('sent');
    markSent();
    await whenClosed();
    expect(events).toEqual([
      'first opened',
      'second opened',
      'handler',
      'sent',
      'second closed',
      'first closed',
    ]);
  });

  test("runs before the response is built with { teardown: 'before-response' }", async () => {
    v1.method('run', { args: { tx: resource('tx', { teardown: 'before-response' }) } }, () => null);
    const { json, markSent } = await post(api, '/rpc', request('run'));
    expect(json).toMatchObject({ result: null });
    expect(events).toEqual(['tx opened', 'tx closed']);
    markSent();
    await whenClosed();
    expect(events).toHaveLength(2);
  });

  test('fails the call and all other dependencies if a commit fails', async () => {
    const commit = dependency(
      {},
      async function* () {
        yield 1;
        throw new Conflict();
      },
      { teardown: 'before-response' },
    );
    v1.method('run', { args: { db: resource('db'), commit } }, () => null);
    const { json } = await post(api, '/rpc', request('run'));
    expect(errorOf(json)).toBe(6002);
    expect(events).toEqual(['db opened', 'db failed: Conflict']);
  });

  test('commits nothing if the result cannot be encoded', async () => {
    v1.method('run', { args: { tx: resource('tx', { teardown: 'before-response' }) } }, () => 1n);
    const { json } = await post(api, '/rpc', request('run'));
    expect(errorOf(json)).toBe(-32603);
    expect(events).toEqual(['tx opened', expect.stringMatching(/^tx failed: .*BigInt/)]);
  });

  test('commits nothing if the result schema rejects the result', async () => {
    const tx = resource('tx', { teardown: 'before-response' });
    // @ts-expect-error a handler without types may return anything
    v1.method('run', { args: { tx }, result: v.string() }, () => 5);
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(-32603);
    expect(events[1]).toContain('tx failed: The result of run does not match its schema');
  });

  test('is logged if it fails after the response, and the others still run', async () => {
    const broken = dependency(
      {},
      async function* () {
        yield 1;
        throw new Error('cannot close');
      },
      { name: 'broken' },
    );
    v1.method('run', { args: { db: resource('db'), broken } }, () => null);
    const { json, markSent } = await post(api, '/rpc', request('run'));
    expect(json).toMatchObject({ result: null });
    markSent();
    await whenClosed();
    expect(events).toEqual(['db opened', 'db closed']);
    expect(logger.entries).toMatchObject([
      { level: 'error', details: { dependency: 'broken' }, message: 'Teardown failed' },
    ]);
  });

  test('is logged as an error if a dependency yields twice', async () => {
    const twice = dependency(
      {},
      function* () {
        yield 1;
        yield 2;
      },
      { name: 'twice' },
    );
    v1.method('run', { args: { twice } }, () => null);
    const { markSent } = await post(api, '/rpc', request('run'));
    markSent();
    await whenClosed();
    expect(String(logger.entries[0]?.details.err)).toContain(
      'dependency "twice" yielded more than once',
    );
  });
});

describe('the teardown of a failed call', () => {
  test('receives the error at its yield immediately and in reverse order', async () => {
    const first = resource('first');
    const second = resource('second', { teardown: 'before-response' });
    v1.method('run', { args: { first, second } }, () => {
      throw new Rejected();
    });
    const { json, markSent } = await post(api, '/rpc', request('run'));
    expect(errorOf(json)).toBe(6000);
    expect(events).toEqual([
      'first opened',
      'second opened',
      'second failed: Rejected',
      'first failed: Rejected',
    ]);
    markSent();
    await whenClosed();
    expect(events).toHaveLength(4);
    expect(logger.entries).toEqual([]);
  });

  test('can replace the error with a typed error, which the outer dependencies receive', async () => {
    const outer = resource('outer');
    const inner = dependency({ outer }, async function* () {
      try {
        yield 1;
      } catch (error) {
        throw new Conflict(undefined, { cause: error });
      }
    });
    v1.method('run', { args: { inner } }, () => {
      throw new Error('unique constraint');
    });
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(6002);
    expect(events).toEqual(['outer opened', 'outer failed: Conflict']);
    expect(logger.entries).toEqual([]);
  });

  test('runs if a later dependency rejects, and middlewares see the final error', async () => {
    const tx = dependency({}, async function* () {
      try {
        yield 1;
      } catch (error) {
        events.push('rolled back');
        throw new Conflict(undefined, { cause: error });
      }
    });
    const broken = dependency({ tx }, async () => {
      throw new Error('unique constraint');
    });
    const observer: JsonRpcMiddleware = async (ctx, next) => {
      await next().catch(() => events.push(`seen: ${(ctx.exception as Error).message}`));
    };
    v1.method('run', { args: { broken }, middlewares: [observer] }, () => null);
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(6002);
    expect(events).toEqual(['rolled back', 'seen: Conflict']);
    expect(logger.entries).toEqual([]);
  });

  test('cannot make the call succeed by catching the error', async () => {
    const quiet = dependency({}, function* () {
      try {
        yield 1;
      } catch {
        events.push('caught');
      }
    });
    v1.method('run', { args: { quiet } }, () => {
      throw new Rejected();
    });
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(6000);
    expect(events).toEqual(['caught']);
  });

  test('is ended and logged if it yields again after the error', async () => {
    const stubborn = dependency(
      {},
      function* () {
        try {
          yield 1;
        } catch {
          yield 2;
        } finally {
          events.push('ended');
        }
      },
      { name: 'stubborn' },
    );
    v1.method('run', { args: { stubborn } }, () => {
      throw new Rejected();
    });
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(6000);
    expect(events).toEqual(['ended']);
    expect(logger.entries).toMatchObject([
      {
        details: { dependency: 'stubborn' },
        message: 'Dependency yielded again after a failure',
      },
    ]);
  });

  test('logs the original error if it throws another one', async () => {
    const tx = dependency({}, async function* () {
      try {
        yield 1;
      } catch {
        throw new Error('connection lost');
      }
    });
    v1.method('run', { args: { tx } }, () => {
      throw new Error('out of paper');
    });
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(-32603);
    expect(logger.entries.map(({ details }) => String(details.err))).toEqual([
      'Error: out of paper',
      'Error: connection lost',
    ]);
  });

  test('runs for the dependencies that were opened before the one that failed', async () => {
    const db = resource('db');
    const user = dependency({ db }, (): string => {
      throw new Rejected();
    });
    v1.method('run', { args: { db, user } }, () => void events.push('handler'));
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(6000);
    expect(events).toEqual(['db opened', 'db failed: Rejected']);
  });

  test('runs as after a success if a middleware throws after next()', async () => {
    const strict = new Entrypoint('/strict', {
      middlewares: [
        async (_, next) => {
          await next();
          throw new Rejected();
        },
      ],
    });
    strict.method('run', { args: { db: resource('db') } }, () => null);
    api.bindEntrypoint(strict);
    const { json, response } = await post(api, '/strict', request('run'));
    expect(errorOf(json)).toBe(6000);
    await response.onSent?.();
    expect(events).toEqual(['db opened', 'db closed']);
  });

  test('precedes the exit of the middlewares, which see the error of a failed commit', async () => {
    const seen: unknown[] = [];
    const watched = new Entrypoint('/watched', {
      middlewares: [
        async (ctx, next) => {
          await next().catch((error: unknown) => seen.push(error));
          seen.push(ctx.rawResponse);
        },
      ],
    });
    const commit = dependency(
      {},
      async function* () {
        yield 1;
        throw new Conflict();
      },
      { teardown: 'before-response' },
    );
    watched.method('run', { args: { commit } }, () => null);
    api.bindEntrypoint(watched);
    const { json } = await post(api, '/watched', { ...request('run'), id: 5 });
    const failed = { jsonrpc: '2.0', id: 5, error: { code: 6002, message: 'Conflict' } };
    expect(seen).toEqual([new Conflict(), failed]);
    expect(json).toEqual(failed);
  });

  test.each<[string, unknown, (ctx: JsonRpcContext) => void, string[]]>([
    [
      'rolls back an unencodable result, even if a middleware replaces it',
      1n,
      (ctx) => void (ctx.rawResponse = { result: '1' }),
      ['rolled back'],
    ],
    [
      'is committed before a middleware assigns an unencodable result',
      1,
      (ctx) => void (ctx.rawResponse = { result: 1n }),
      ['committed'],
    ],
    [
      'is committed before a middleware throws after next()',
      1,
      () => {
        throw new Conflict();
      },
      ['committed'],
    ],
  ])('a transaction %s', async (_, result, leave, outcome) => {
    const seen: string[] = [];
    const edited = new Entrypoint('/edited', {
      middlewares: [
        async (ctx, next) => {
          await next().catch(() => undefined);
          leave(ctx);
        },
      ],
    });
    const transaction = dependency(
      {},
      async function* () {
        try {
          yield 1;
          seen.push('committed');
        } catch (error) {
          seen.push('rolled back');
          throw error;
        }
      },
      { teardown: 'before-response' },
    );
    edited.method('run', { args: { transaction } }, () => result);
    api.bindEntrypoint(edited);
    await post(api, '/edited', request('run'));
    expect(seen).toEqual(outcome);
  });
});

describe('dependencies of a notification', () => {
  test('stay open until it ends, even if the response was sent long before', async () => {
    const work = gate();
    v1.method('later', { args: { db: resource('db') } }, async () => {
      await work.promise;
      events.push('worked');
    });
    const { status, markSent } = await post(api, '/rpc', notification('later'));
    expect(status).toBe(204);
    markSent();
    expect(events).toEqual(['db opened']);
    work.open();
    await whenClosed();
    expect(events).toEqual(['db opened', 'worked', 'db closed']);
  });

  test('receive its error, which is logged', async () => {
    v1.method('later', { args: { db: resource('db') } }, async () => {
      throw new Error('late');
    });
    expect((await post(api, '/rpc', notification('later'))).status).toBe(204);
    await whenClosed();
    expect(events).toEqual(['db opened', 'db failed: late']);
    expect(logger.entries).toMatchObject([{ details: { method: 'later' } }]);
  });

  test('are torn down before its background tasks run', async () => {
    v1.method('later', { args: { db: resource('db'), tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => events.push('task'));
    });
    await post(api, '/rpc', notification('later'));
    await whenClosed();
    expect(events).toEqual(['db opened', 'db closed', 'task']);
  });
});

describe('a deep chain of dependencies', () => {
  test('opens in order and closes in reverse order, at whatever depth something fails', async () => {
    const depth = 20;
    const chain = Array.from({ length: depth }).reduce<ReturnType<typeof resource>[]>(
      (made, _, index) => [
        ...made,
        dependency({ below: made.at(-1) ?? resource('ground') }, async function* () {
          yield String(index);
        }),
      ],
      [],
    );
    const top = chain.at(-1);
    if (top === undefined) throw new Error('no chain');
    v1.method('run', { args: { top } }, ({ top: value }) => value);
    const { json, markSent } = await post(api, '/rpc', request('run'));
    expect(json).toMatchObject({ result: String(depth - 1) });
    markSent();
    await whenClosed();
    expect(events).toEqual(['ground opened', 'ground closed']);
  });
});
