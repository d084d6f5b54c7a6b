import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  EarlyResponse,
  type IdempotencyGuard,
  keepWrites,
  type MethodOutcome,
  type PluginCall,
} from '../adapter.js';
import {
  Api,
  BaseError,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  jsonRpcContext,
  type JsonRpcErrorObject,
  type JsonRpcMiddleware,
  JsonRpcRequest,
  LimitExceeded,
  type MethodOptions,
} from '../index.js';
import { rateLimit } from '../rate-limit.js';
import { parseEncodedJson } from '../internal.js';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';

class NotEnough extends defineError({ code: 6001, message: 'Not enough' }) {}
class Other extends defineError({ code: 6002, message: 'Other' }) {}
class Used extends defineError({ code: 6003, message: 'Used' }) {}

/** Opens transactions in memory, and notes what happens to them. */
class Database {
  readonly events: string[] = [];
  readonly recorded = new Map<string, Recorded | undefined>();
  failsToCommit = false;

  readonly transaction = dependency(
    {},
    async function* transaction(this: void) {
      yield* database.begin();
    },
    { teardown: 'before-response' },
  );

  async *begin(): AsyncGenerator<object> {
    this.events.push('begin');
    try {
      yield {};
      if (this.failsToCommit) throw new Error('commit failed');
      this.events.push('commit');
    } catch (error) {
      this.events.push(`rollback: ${(error as Error | undefined)?.message}`);
      throw error;
    }
  }
}

let database: Database;

/** A recorded response of an earlier call. */
interface Recorded {
  readonly member: 'result' | 'error';
  readonly json: string;
}

/** What the dependency `idempotent` of a test does. */
interface Steps {
  /** Throws to respond instead of the handler. */
  claim(call: PluginCall): void | Promise<void>;
  /** Decides about an error of the method. */
  keep(error: unknown): boolean | Promise<boolean>;
  record(outcome: MethodOutcome): void | Promise<void>;
}

interface GuardOptions {
  readonly steps?: Partial<Steps>;
}

class Repeated extends BaseError {
  readonly code: number;
  override readonly data: unknown;

  constructor({ code, message, data }: JsonRpcErrorObject) {
    super();
    this.code = code;
    this.message = message;
    this.data = data;
  }
}

function replayOf({ member, json }: Recorded): EarlyResponse {
  const outcome =
    member === 'result'
      ? { result: parseEncodedJson(json) }
      : { error: new Repeated(JSON.parse(json) as JsonRpcErrorObject) };
  return new EarlyResponse(outcome, {
    message: 'Replayed',
    headers: { 'idempotency-replayed': 'true' },
  });
}

const keyOf = (call: PluginCall): unknown =>
  (call.rawRequest as { readonly idempotencyKey?: unknown }).idempotencyKey;

/** Records responses by the key, and keeps {@link NotEnough}. */
function guard({ steps = {} }: GuardOptions = {}): IdempotencyGuard<readonly [typeof Used]> {
  const { recorded, events, transaction } = database;
  const usual: Steps = {
    claim: (call) => {
      const key = keyOf(call) as string;
      if (key === 'used') throw new Used();
      events.push('claim');
      if (recorded.has(key))
        throw replayOf(recorded.get(key) ?? { member: 'result', json: 'null' });
    },
    keep: (thrown) => {
      const isKept = thrown instanceof NotEnough;
      if (isKept) events.push('undo');
      return isKept;
    },
    record: (outcome) => {
      events.push(outcome ? `record ${outcome.kind} ${outcome.json}` : 'record nothing');
    },
    ...steps,
  };
  const declared = dependency(
    { transaction, context: jsonRpcContext },
    async function* ({ context }): AsyncGenerator<unknown, void, MethodOutcome> {
      const call = context as PluginCall;
      const key = keyOf(call);
      if (key === undefined) return void (yield);
      await usual.claim(call);
      let outcome: MethodOutcome;
      try {
        outcome = yield;
      } catch (thrown) {
        if (!(await usual.keep(thrown))) throw thrown;
        outcome = yield keepWrites;
      }
      await usual.record(outcome);
      recorded.set(key as string, outcome && { member: outcome.kind, json: `${outcome.json}` });
    },
    { name: 'idempotent', teardown: 'before-response' },
  );
  return {
    ...declared,
    errors: [Used],
    key: { member: 'idempotencyKey', isRequired: false, maxLength: 9 },
    checkMethod: () => undefined,
  };
}

type Handler = () => unknown;

function serve(
  handler: Handler,
  {
    entrypoint = {},
    method = {},
    ...options
  }: GuardOptions & {
    readonly entrypoint?: EntrypointOptions;
    readonly method?: Partial<MethodOptions<Record<never, never>, undefined, []>>;
  } = {},
) {
  const v1 = new Entrypoint('/rpc', entrypoint);
  const { transaction, events } = database;
  v1.method(
    'pay',
    {
      ...method,
      args: { tx: transaction },
      errors: [NotEnough, Other],
      idempotent: guard(options),
    },
    async () => {
      events.push('run');
      return handler();
    },
  );
  v1.method('plain', {}, () => 1);
  const logger = memoryLogger();
  const api = new Api({ logger }).bindEntrypoint(v1);
  const send = async (body: unknown): Promise<unknown> => {
    const received = await post(api, '/rpc', body);
    received.markSent();
    return received.json;
  };
  return { api, send, logger };
}

const pay = (idempotencyKey?: unknown): object => ({ ...request('pay'), id: 1, idempotencyKey });
const result = (value: unknown): object => ({ jsonrpc: '2.0', id: 1, result: value });
const error = (code: number, message: string): object => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message },
});

beforeEach(() => {
  database = new Database();
});

describe('a recorded call', () => {
  test('claims its key before the handler runs, and records its response before the commit', async () => {
    const { send } = serve(() => ({ paid: 5 }));
    expect(await send(pay('a'))).toEqual(result({ paid: 5 }));
    expect(database.events).toEqual([
      'begin',
      'claim',
      'run',
      'record result {"paid":5}',
      'commit',
    ]);
  });

  test('is executed without a recording if it has no key', async () => {
    const { send } = serve(() => 5);
    expect(await send(pay())).toEqual(result(5));
    expect(database.events).toEqual(['begin', 'run', 'commit']);
  });

  test('runs the option dependencies before it claims the key, and the dependencies of its arguments afterwards', async () => {
    const note = (name: string) => dependency({}, () => void database.events.push(name), { name });
    const v1 = new Entrypoint('/rpc', { commonDependencies: [note('common')] });
    const account = dependency({ tx: database.transaction }, () => database.events.push('account'));
    const idempotent = guard();
    v1.method('pay', { args: { account }, dependencies: [note('own')], idempotent }, () => 1);
    const api = new Api().bindEntrypoint(v1);
    await post(api, '/rpc', pay('a'));
    expect(database.events).toEqual([
      'common',
      'own',
      'begin',
      'claim',
      'account',
      'record result 1',
      'commit',
    ]);
    database.events.length = 0;
    await post(api, '/rpc', pay('a'));
    expect(database.events.slice(0, 4)).toEqual(['common', 'own', 'begin', 'claim']);
    expect(database.events).not.toContain('account');
  });

  test('fails and rolls back if its response cannot be recorded', async () => {
    const record = async (): Promise<void> => {
      throw new Error('disk full');
    };
    const { send, logger } = serve(() => 5, { steps: { record } });
    expect(await send(pay('a'))).toEqual(error(-32603, 'Internal error'));
    expect(database.events).toEqual(['begin', 'claim', 'run', 'rollback: disk full']);
    expect(logger.entries.map(({ message }) => message)).toEqual(['Call failed']);
  });

  test('fails if the commit fails after the response was recorded', async () => {
    const { send } = serve(() => 5);
    database.failsToCommit = true;
    expect(await send(pay('a'))).toEqual(error(-32603, 'Internal error'));
    expect(database.events.slice(-2)).toEqual(['record result 5', 'rollback: commit failed']);
  });

  test('records null for a result of undefined', async () => {
    const { send } = serve(() => undefined);
    await send(pay('a'));
    expect(database.events).toContain('record result null');
  });

  test('records the result of the method, and the middlewares change a replay like the first response', async () => {
    const wrap: JsonRpcMiddleware = async (ctx, next) => {
      await next();
      ctx.rawResponse = { result: { wrapped: 5 } };
    };
    const { send } = serve(() => 5, { entrypoint: { middlewares: [wrap] } });
    expect(await send(pay('a'))).toEqual(result({ wrapped: 5 }));
    expect(database.events).toContain('record result 5');
    expect(await send(pay('a'))).toEqual(result({ wrapped: 5 }));
  });

  test('rolls back without a recording if its response exceeds a limit', async () => {
    const { send } = serve(() => 'x'.repeat(100), {
      entrypoint: { limits: { maxResultBytes: 99 } },
    });
    expect(await send(pay('a'))).toEqual(error(LimitExceeded.code, 'Limit exceeded'));
    expect(database.events).toEqual(['begin', 'claim', 'run', 'rollback: Limit exceeded']);
  });

  const never = (): Promise<never> => new Promise(() => undefined);
  const fail = (): never => {
    throw new NotEnough();
  };
  test.each<[string, Handler, GuardOptions]>([
    ['its handler does not end', never, {}],
    ['claim() does not end', () => 5, { steps: { claim: never } }],
    ['keep() does not end', fail, { steps: { keep: never } }],
    ['record() does not end', () => 5, { steps: { record: never } }],
  ])('times out without a recording if %s', async (_, handler, options) => {
    const { send } = serve(handler, { ...options, method: { timeout: 10 } });
    expect(await send(pay('a'))).toEqual(error(-32002, 'Request timed out'));
    expect(database.recorded.size).toBe(0);
  });

  // oxlint-disable-next-line unicorn/no-thenable -- this is the value under test
  const thenable = { then: (resolve: (value: undefined) => void) => resolve(undefined) };
  test.each<[string, GuardOptions]>([
    ['claim() throws undefined', { steps: { claim: () => Promise.reject(undefined) } }],
    ['claim() throws a thenable', { steps: { claim: () => Promise.reject(thenable) } }],
    ['record() throws a thenable', { steps: { record: () => Promise.reject(thenable) } }],
  ])('is an internal error and rolls back if %s', async (_, options) => {
    const { send } = serve(() => 5, options);
    expect(await send(pay('a'))).toEqual(error(-32603, 'Internal error'));
    expect(database.events.at(-1)).toMatch('rollback');
  });

  test('closes dependencies in reverse order, and those that were opened before the transaction after the commit', async () => {
    const { transaction, events } = database;
    const open = (name: string, teardown: 'before-response' | 'after-response', args = {}) =>
      dependency(
        args,
        function* () {
          yield name;
          events.push(name);
        },
        { name, teardown },
      );
    const v1 = new Entrypoint('/rpc', { commonDependencies: [open('first', 'before-response')] });
    const args = {
      inner: open('inner', 'before-response', { transaction }),
      late: open('late', 'after-response', { transaction }),
    };
    v1.method('pay', { args, idempotent: guard() }, () => 1);
    const { response } = await post(new Api().bindEntrypoint(v1), '/rpc', pay('a'));
    const closed = ['inner', 'record result 1', 'commit', 'first'];
    expect(events).toEqual(['begin', 'claim', ...closed]);
    await response.onSent?.();
    expect(events).toEqual(['begin', 'claim', ...closed, 'late']);
  });

  test('is recorded in the override of its transaction', async () => {
    const { api, send } = serve(() => 5);
    const { transaction, events } = database;
    api.dependencyOverrides.set(transaction, async function* () {
      yield {};
      events.push('commit of the override');
    });
    expect(await send(pay('a'))).toEqual(result(5));
    expect(events).toEqual(['claim', 'run', 'record result 5', 'commit of the override']);
  });
});

describe('a failed call', () => {
  test('records an error whose writes a dependency keeps, and commits', async () => {
    const { send } = serve(() => {
      throw new NotEnough();
    });
    expect(await send(pay('a'))).toEqual(error(6001, 'Not enough'));
    expect(database.events).toEqual([
      'begin',
      'claim',
      'run',
      'undo',
      'record error {"code":6001,"message":"Not enough"}',
      'commit',
    ]);
  });

  test('rolls back after an error whose writes no dependency keeps', async () => {
    const { send } = serve(() => {
      throw new Other();
    });
    expect(await send(pay('a'))).toEqual(error(6002, 'Other'));
    expect(database.events).toEqual(['begin', 'claim', 'run', 'rollback: Other']);
  });

  test('records a kept error even if a middleware throws another one', async () => {
    const rename: JsonRpcMiddleware = async (_ctx, next) => {
      await next().catch(() => {
        throw new Other();
      });
    };
    const { send } = serve(
      () => {
        throw new NotEnough();
      },
      { entrypoint: { middlewares: [rename] } },
    );
    expect(await send(pay('a'))).toEqual(error(6002, 'Other'));
    expect(database.events.slice(-3)).toEqual([
      'undo',
      'record error {"code":6001,"message":"Not enough"}',
      'commit',
    ]);
  });

  test('records a kept error even if a middleware assigns a response', async () => {
    const recover: JsonRpcMiddleware = async (ctx, next) => {
      await next().catch(() => undefined);
      ctx.rawResponse = { result: 'sorry' };
    };
    const { send } = serve(
      () => {
        throw new NotEnough();
      },
      { entrypoint: { middlewares: [recover] } },
    );
    expect(await send(pay('a'))).toEqual(result('sorry'));
    expect(database.events.slice(-2)).toEqual([
      'record error {"code":6001,"message":"Not enough"}',
      'commit',
    ]);
  });

  test('rolls back after a kept error whose response is malformed', async () => {
    class Malformed extends NotEnough {
      override getResponse(): never {
        return {} as never;
      }
    }
    const { send } = serve(() => {
      throw new Malformed();
    });
    expect(await send(pay('a'))).toEqual(error(-32603, 'Internal error'));
    expect(database.events.slice(3)).toEqual(['undo', 'rollback: Not enough']);
  });

  test('rolls back after a kept error whose response exceeds a limit', async () => {
    const { send } = serve(
      () => {
        throw new NotEnough();
      },
      { entrypoint: { limits: { maxResultBytes: 50 } } },
    );
    expect(await send(pay('a'))).toEqual(error(LimitExceeded.code, 'Limit exceeded'));
    expect(database.events.slice(3)).toEqual(['undo', 'rollback: Limit exceeded']);
  });

  test.each([new HttpError(403), new Error('No'), undefined])(
    'rolls back after %s, which is not a typed error, even if a dependency keeps its writes',
    async (thrown) => {
      const keep = vi.fn<Steps['keep']>(() => true);
      const { send } = serve(
        () => {
          throw thrown;
        },
        { steps: { keep } },
      );
      await send(pay('a'));
      expect(keep).toHaveBeenCalledOnce();
      expect(database.recorded.size).toBe(0);
      expect(database.events.at(-1)).toMatch('rollback');
    },
  );

  test('gets InternalError if its writes cannot be undone', async () => {
    const keep = async (): Promise<never> => {
      throw new Error('connection lost');
    };
    const { send } = serve(
      () => {
        throw new NotEnough();
      },
      { steps: { keep } },
    );
    expect(await send(pay('a'))).toEqual(error(-32603, 'Internal error'));
    expect(database.events.at(-1)).toBe('rollback: connection lost');
  });

  test('throws the error into the dependencies that were opened after the claim', async () => {
    const { transaction, events } = database;
    const later = dependency({ tx: transaction }, async function* () {
      try {
        yield 1;
      } catch (thrown) {
        events.push(`later: ${(thrown as Error).message}`);
        throw thrown;
      }
    });
    const v1 = new Entrypoint('/rpc');
    v1.method('pay', { args: { later }, errors: [NotEnough], idempotent: guard() }, () => {
      throw new NotEnough();
    });
    await post(new Api().bindEntrypoint(v1), '/rpc', pay('a'));
    expect(events.slice(2, 4)).toEqual(['later: Not enough', 'undo']);
    expect(events.at(-1)).toBe('commit');
  });

  test('keeps the HTTP status of an HttpError, and rolls back', async () => {
    const { api } = serve(() => {
      throw new HttpError(403);
    });
    expect((await post(api, '/rpc', pay('a'))).status).toBe(403);
    expect(database.events.at(-1)).toBe('rollback: HTTP 403');
  });
});

describe('a replay', () => {
  test('returns the recorded result with the id of the new call, and rolls back', async () => {
    const { send, logger } = serve(() => ({ paid: 5 }));
    await send(pay('a'));
    database.events.length = 0;
    expect(await send({ ...pay('a'), id: 'again' })).toEqual({
      ...result({ paid: 5 }),
      id: 'again',
    });
    expect(database.events).toEqual(['begin', 'claim', 'rollback: Replayed']);
    expect(logger.entries).toEqual([]);
  });

  test('repeats the recorded JSON, whatever its type', async () => {
    for (const json of ['{"b":1,"a":[1e+21]}', '"\\ud800"', '-1.5', 'null', 'true']) {
      const { api } = serve(() => 5);
      database.recorded.set('a', { member: 'result', json });
      const { response } = await post(api, '/rpc', pay('a'));
      expect(response.body).toBe(`{"jsonrpc":"2.0","id":1,"result":${json}}`);
      expect([...(response.headers ?? [])]).toContainEqual(['idempotency-replayed', 'true']);
    }
  });

  test('has no header in a batch, whose calls share their headers', async () => {
    const { api } = serve(() => 5);
    database.recorded.set('a', { member: 'result', json: '1' });
    const { json, response } = await post(api, '/rpc', [pay('a'), pay('b')]);
    expect(json).toEqual([result(1), result(5)]);
    expect([...(response.headers ?? [])]).toEqual([]);
  });

  test('repeats a recorded error, which middlewares see as a typed error', async () => {
    const seen: unknown[] = [];
    const watch: JsonRpcMiddleware = async (ctx, next) => {
      await next().catch(() => undefined);
      seen.push(ctx.isReplay, ctx.isUnhandledException, ctx.exception);
    };
    const { api } = serve(() => 5, { entrypoint: { middlewares: [watch] } });
    const json = '{"code":6001,"message":"Not enough","data":{"balance":4}}';
    database.recorded.set('a', { member: 'error', json });
    const { response } = await post(api, '/rpc', pay('a'));
    expect(response.body).toBe(`{"jsonrpc":"2.0","id":1,"error":${json}}`);
    expect(seen).toMatchObject([true, false, { code: 6001, data: { balance: 4 } }]);
  });

  test('passes through the middlewares, which may change its response', async () => {
    const change: JsonRpcMiddleware = async (ctx, next) => {
      await next().catch(() => undefined);
      ctx.rawResponse = { result: 'assigned' };
    };
    const { send } = serve(() => 5, { entrypoint: { middlewares: [change] } });
    database.recorded.set('a', { member: 'result', json: '[1]' });
    expect(await send(pay('a'))).toEqual(result('assigned'));
    database.recorded.set('b', { member: 'error', json: '{"code":1,"message":"b"}' });
    expect(await send(pay('b'))).toEqual(result('assigned'));
  });

  const reject: JsonRpcMiddleware = async (_ctx, next) => {
    await next();
    throw new Other();
  };

  test('fails, and stops being a replay, if a middleware throws', async () => {
    const seen: boolean[] = [];
    const watch: JsonRpcMiddleware = async (ctx, next) => {
      await next().catch(() => undefined);
      seen.push(ctx.isReplay);
    };
    const { api } = serve(() => 5, { entrypoint: { middlewares: [watch, reject] } });
    database.recorded.set('a', { member: 'result', json: '5' });
    const { json, response } = await post(api, '/rpc', pay('a'));
    expect(json).toEqual(error(6002, 'Other'));
    expect([...(response.headers ?? [])]).toEqual([]);
    expect(seen).toEqual([false]);
  });

  test('gets the response that a middleware assigns after another middleware has thrown an error', async () => {
    const recover: JsonRpcMiddleware = async (ctx, next) => {
      await next().catch(() => undefined);
      ctx.rawResponse = { result: 'sorry' };
    };
    const { send } = serve(() => 5, { entrypoint: { middlewares: [recover, reject] } });
    database.recorded.set('a', { member: 'result', json: '5' });
    expect(await send(pay('a'))).toEqual(result('sorry'));
  });

  test.each<Recorded>([
    { member: 'result', json: '{' },
    { member: 'error', json: 'null' },
    { member: 'error', json: '' },
  ])('is an internal error if the recorded response is malformed: %j', async (malformed) => {
    const { api } = serve(() => 5);
    database.recorded.set('a', malformed);
    const { json, response } = await post(api, '/rpc', pay('a'));
    expect(json).toEqual(error(-32603, 'Internal error'));
    expect([...(response.headers ?? [])]).toEqual([]);
  });

  test('logs only the timeout if the recorded response is found afterwards', async () => {
    const claimed = gate<Recorded>();
    const { send, api, logger } = serve(() => 5, {
      steps: { claim: async () => Promise.reject(replayOf(await claimed.promise)) },
      method: { timeout: 10 },
    });
    expect(await send(pay('a'))).toEqual(error(-32002, 'Request timed out'));
    claimed.open({ member: 'result', json: '5' });
    await api.close();
    expect(database.events.at(-1)).toBe('rollback: Request timed out');
    expect(logger.entries).toEqual([]);
  });

  test('returns the recorded response even if the rollback fails, which is logged', async () => {
    const { send, logger } = serve(() => 5);
    database.recorded.set('a', { member: 'result', json: '5' });
    database.begin = async function* () {
      try {
        yield {};
      } catch {
        throw new Error('rollback failed');
      }
    };
    expect(await send(pay('a'))).toEqual(result(5));
    expect(logger.entries.at(-1)).toMatchObject({
      message: 'Teardown of a replayed call failed',
      details: { err: { message: 'rollback failed' } },
    });
  });
});

describe('the idempotency key', () => {
  test('is rejected as an unknown member by methods that are not idempotent', async () => {
    const { send } = serve(() => 5);
    const problem = { loc: ['idempotencyKey'], msg: 'Unknown member', type: 'unknown_member' };
    expect(await send({ ...request('plain'), id: 1, idempotencyKey: 'a' })).toMatchObject({
      error: { code: -32600, data: { errors: [problem] } },
    });
    const unknown = { ...pay('a'), other: 1 };
    expect(await send(unknown)).toMatchObject({
      error: { code: -32600, data: { errors: [{ loc: ['other'] }] } },
    });
  });

  test('does not have to be listed in a requestSchema, because the schema does not see it', async () => {
    const requestSchema = v.strictObject({ ...JsonRpcRequest.entries, trace: v.string() });
    const { send } = serve(() => 5, { entrypoint: { requestSchema } });
    expect(await send({ ...pay('a'), trace: 't' })).toEqual(result(5));
    expect(database.events).toContain('claim');
    expect(await send({ ...request('plain'), trace: 't', idempotencyKey: 'a' })).toMatchObject({
      error: { code: -32600 },
    });
  });

  test('is accepted by calls that the rate limit charges, and on the route of a method', async () => {
    const { api, send } = serve(() => 5, {
      entrypoint: { rateLimit: rateLimit({ points: 10, duration: 60_000, key: () => 'ann' }) },
      method: { cost: 2 },
    });
    expect(await send(pay('a'))).toEqual(result(5));
    const sent = await post(api, '/rpc/pay', { jsonrpc: '2.0', id: 1, idempotencyKey: 'a' });
    expect(sent.json).toEqual(result(5));
  });
});

describe('a notification', () => {
  test('records nothing but its key, and does not run again', async () => {
    const { send } = serve(() => 5);
    const keyed = { ...notification('pay'), idempotencyKey: 'a' };
    expect(await send(keyed)).toBeUndefined();
    await expect.poll(() => database.events.at(-1)).toBe('commit');
    expect(database.events).toContain('record nothing');
    database.events.length = 0;
    await send(keyed);
    await expect.poll(() => database.events.at(-1)).toMatch('rollback');
    expect(database.events).not.toContain('run');
  });
});

describe('a declaration', () => {
  test('adds the errors of the option idempotent to those of the method', () => {
    const v1 = new Entrypoint('/rpc');
    const args = { tx: database.transaction };
    const declared = v1.method('pay', { args, errors: [Other], idempotent: guard() }, () => 1);
    expect(declared.errors).toEqual([Other, Used]);
  });

  test('rejects a value that is not from idempotentCalls()', () => {
    const v1 = new Entrypoint('/rpc');
    expect(() => v1.method('pay', { idempotent: true as never }, () => 1)).toThrow(
      'method "pay": idempotent must be a value from idempotentCalls(), not true. Write idempotent: ' +
        'idempotentCalls({ transaction, executor, caller }), from @jsonrpc-kit/durable.',
    );
  });

  test('rejects a method that the dependency cannot protect', () => {
    const v1 = new Entrypoint('/rpc', { messageDependencies: [database.transaction] });
    const checkMethod = vi.fn<IdempotencyGuard['checkMethod']>(() => {
      throw new TypeError('Unprotected');
    });
    const args = { tx: database.transaction };
    const idempotent = { ...guard(), checkMethod };
    expect(() => v1.method('pay', { args, idempotent }, () => 1)).toThrow('Unprotected');
    expect(checkMethod).toHaveBeenCalledWith({
      where: 'method "pay"',
      sources: [database.transaction],
      shared: [database.transaction],
    });
  });
});
