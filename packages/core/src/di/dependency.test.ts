import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  backgroundTasks,
  defineError,
  dependency,
  type DependencyOptions,
  Entrypoint,
  type JsonRpcContext,
  type JsonRpcMiddleware,
} from '../index.js';

class Refused extends defineError({ code: 6000, message: 'Refused' }) {}
class Conflict extends defineError({ code: 6002, message: 'Conflict' }) {}

/** What happened, in its order. */
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

/** A dependency that says when it is opened and how it is closed. */
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
  test('has one value per call however often it is used', async () => {
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

  test('runs for its effect where a method or the entrypoint only names it', async () => {
    const effect = (name: string) => dependency({}, () => void events.push(name));
    const common = new Entrypoint('/common', { commonDependencies: [effect('common')] });
    common.method('run', { dependencies: [effect('own')], args: { x: effect('arg') } }, () => null);
    api.bindEntrypoint(common);
    await post(api, '/common', [request('run')]);
    expect(events).toEqual(['common', 'own', 'arg']);
  });

  test('is not run at all where a parameter of the call is refused', async () => {
    v1.method('pay', { args: { db: resource('db'), amount: v.number() } }, () => null);
    const { json } = await post(api, '/rpc', request('pay', { amount: 'x' }));
    expect(errorOf(json)).toBe(-32602);
    expect(events).toEqual([]);
  });

  test('that yields nothing is an error that names it', async () => {
    const nothing = dependency({}, function* (): Generator<number> {}, { name: 'nothing' });
    v1.method('run', { args: { nothing } }, () => null);
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(-32603);
    expect(String(logger.entries[0]?.details.err)).toContain('nothing ended before it yielded');
  });
});

describe('teardown after success', () => {
  test('runs when the response has been sent, in reverse order', async () => {
    const first = resource('first');
    const second = dependency({ first }, async function* () {
      events.push('second opened');
      yield 2;
      events.push('second closed');
    });
    v1.method('run', { args: { first, second } }, () => void events.push('handler'));
    const { sent } = await post(api, '/rpc', request('run'));
    events.push('sent');
    sent();
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

  test("with { teardown: 'before-response' } it runs before the answer is built", async () => {
    v1.method('run', { args: { tx: resource('tx', { teardown: 'before-response' }) } }, () => null);
    const { json, sent } = await post(api, '/rpc', request('run'));
    expect(json).toMatchObject({ result: null });
    expect(events).toEqual(['tx opened', 'tx closed']);
    sent();
    await whenClosed();
    expect(events).toHaveLength(2);
  });

  test('a failing commit fails the call, and the other dependencies see why', async () => {
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

  test('nothing is committed where JSON can not carry the result', async () => {
    v1.method('run', { args: { tx: resource('tx', { teardown: 'before-response' }) } }, () => 1n);
    const { json } = await post(api, '/rpc', request('run'));
    expect(errorOf(json)).toBe(-32603);
    expect(events).toEqual(['tx opened', expect.stringMatching(/^tx failed: .*BigInt/)]);
  });

  test('nothing is committed where the result schema refuses the result', async () => {
    const tx = resource('tx', { teardown: 'before-response' });
    // @ts-expect-error a handler without types may return anything
    v1.method('run', { args: { tx }, result: v.string() }, () => 5);
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(-32603);
    expect(events[1]).toContain('tx failed: The result of run is not what its schema says');
  });

  test('one that fails after the response is logged, and the others still run', async () => {
    const broken = dependency(
      {},
      async function* () {
        yield 1;
        throw new Error('cannot close');
      },
      { name: 'broken' },
    );
    v1.method('run', { args: { db: resource('db'), broken } }, () => null);
    const { json, sent } = await post(api, '/rpc', request('run'));
    expect(json).toMatchObject({ result: null });
    sent();
    await whenClosed();
    expect(events).toEqual(['db opened', 'db closed']);
    expect(logger.entries).toMatchObject([
      { level: 'error', details: { dependency: 'broken' }, message: 'Teardown failed' },
    ]);
  });

  test('a dependency that yields twice is logged as the mistake that it is', async () => {
    const twice = dependency(
      {},
      function* () {
        yield 1;
        yield 2;
      },
      { name: 'twice' },
    );
    v1.method('run', { args: { twice } }, () => null);
    const { sent } = await post(api, '/rpc', request('run'));
    sent();
    await whenClosed();
    expect(String(logger.entries[0]?.details.err)).toContain('twice yielded more than once');
  });
});

describe('teardown after a failure', () => {
  test('is at once: the error is thrown in at the yield, in reverse order', async () => {
    const first = resource('first');
    const second = resource('second', { teardown: 'before-response' });
    v1.method('run', { args: { first, second } }, () => {
      throw new Refused();
    });
    const { json, sent } = await post(api, '/rpc', request('run'));
    expect(errorOf(json)).toBe(6000);
    expect(events).toEqual([
      'first opened',
      'second opened',
      'second failed: Refused',
      'first failed: Refused',
    ]);
    sent();
    await whenClosed();
    expect(events).toHaveLength(4);
    expect(logger.entries).toEqual([]);
  });

  test('a teardown may throw a typed error in place of it, which the outer ones then see', async () => {
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

  test('also where a later dependency rejects; middlewares see the error that is left', async () => {
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

  test('a teardown that catches it does not make the call succeed', async () => {
    const quiet = dependency({}, function* () {
      try {
        yield 1;
      } catch {
        events.push('caught');
      }
    });
    v1.method('run', { args: { quiet } }, () => {
      throw new Refused();
    });
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(6000);
    expect(events).toEqual(['caught']);
  });

  test('a rollback that fails in turn loses neither error', async () => {
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

  test('a dependency that fails closes those that were opened before it', async () => {
    const db = resource('db');
    const user = dependency({ db }, (): string => {
      throw new Refused();
    });
    v1.method('run', { args: { db, user } }, () => void events.push('handler'));
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toBe(6000);
    expect(events).toEqual(['db opened', 'db failed: Refused']);
  });

  test('a middleware that fails on exit fails what is still open, before the answer', async () => {
    const strict = new Entrypoint('/strict', {
      middlewares: [
        async (_, next) => {
          await next();
          throw new Refused();
        },
      ],
    });
    strict.method('run', { args: { db: resource('db') } }, () => null);
    api.bindEntrypoint(strict);
    expect(errorOf((await post(api, '/strict', request('run'))).json)).toBe(6000);
    expect(events).toEqual(['db opened', 'db failed: Refused']);
  });

  test('a failing commit replaces the response that the middlewares have left', async () => {
    const seen: unknown[] = [];
    const watched = new Entrypoint('/watched', {
      middlewares: [
        async (ctx, next) => {
          await next();
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
    expect(seen).toEqual([{ jsonrpc: '2.0', id: 5, result: null }]);
    expect(json).toEqual({ jsonrpc: '2.0', id: 5, error: { code: 6002, message: 'Conflict' } });
  });

  test.each<[string, (ctx: JsonRpcContext) => void, string[]]>([
    [
      'commits a result that only a middleware makes encodable',
      (ctx) => void (ctx.rawResponse = { result: '1' }),
      ['committed'],
    ],
    [
      'rolls back a result that a middleware makes unencodable',
      (ctx) => void (ctx.rawResponse = { result: 1n }),
      ['rolled back'],
    ],
    [
      'rolls back when a middleware throws on its way out',
      () => {
        throw new Conflict();
      },
      ['rolled back'],
    ],
  ])('a transaction %s', async (_, leave, outcome) => {
    const seen: string[] = [];
    const edited = new Entrypoint('/edited', {
      middlewares: [
        async (ctx, next) => {
          await next();
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
    edited.method('run', { args: { transaction } }, () => 1n);
    api.bindEntrypoint(edited);
    await post(api, '/edited', request('run'));
    expect(seen).toEqual(outcome);
  });
});

describe('dependencies of a notification', () => {
  test('stay open until it ends, however long ago the answer was sent', async () => {
    const work = gate();
    v1.method('later', { args: { db: resource('db') } }, async () => {
      await work.promise;
      events.push('worked');
    });
    const { status, sent } = await post(api, '/rpc', notification('later'));
    expect(status).toBe(204);
    sent();
    expect(events).toEqual(['db opened']);
    work.open();
    await whenClosed();
    expect(events).toEqual(['db opened', 'worked', 'db closed']);
  });

  test('see its failure, which is logged', async () => {
    v1.method('later', { args: { db: resource('db') } }, async () => {
      throw new Error('late');
    });
    expect((await post(api, '/rpc', notification('later'))).status).toBe(204);
    await whenClosed();
    expect(events).toEqual(['db opened', 'db failed: late']);
    expect(logger.entries).toMatchObject([{ details: { method: 'later' } }]);
  });

  test('its background tasks run after its own teardown', async () => {
    v1.method('later', { args: { db: resource('db'), tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => events.push('task'));
    });
    await post(api, '/rpc', notification('later'));
    await whenClosed();
    expect(events).toEqual(['db opened', 'db closed', 'task']);
  });
});

describe('a deep chain of dependencies', () => {
  test('is opened in order and closed in reverse, at whatever depth something fails', async () => {
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
    const { json, sent } = await post(api, '/rpc', request('run'));
    expect(json).toMatchObject({ result: String(depth - 1) });
    sent();
    await whenClosed();
    expect(events).toEqual(['ground opened', 'ground closed']);
  });
});
