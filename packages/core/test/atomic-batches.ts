import type { PGlite, Transaction } from '@electric-sql/pglite';
import * as v from 'valibot';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { emptyPglite } from '../../../tooling/vitest/shared-pglite.js';
import { gate, memoryLogger, post, request } from './in-process.js';
import {
  Api,
  backgroundTasks,
  type BaseError,
  defineError,
  Entrypoint,
  type EntrypointOptions,
  httpResponse,
  type JsonRpcMiddleware,
  resource,
  transactionDependency,
} from '../src/index.js';
import type { TransactionRetryOptions } from '../src/types.js';

export class NotEnough extends defineError({ code: 6001, message: 'Not enough' }) {}

/** The database of the tests. */
export const database = resource<PGlite>('database');
/** The transaction that the calls of a batch share. */
export const transactionOf = (retry?: TransactionRetryOptions) =>
  transactionDependency({ database }, (args, run) => args.database.transaction(run), {
    retry,
    executor: (tx: Transaction) => ({ executeSql: (text, values) => tx.query(text, values) }),
  });

export let pglite: PGlite;
export let logger: ReturnType<typeof memoryLogger>;
export let events: string[];
/** Lets a method that hangs end. */
let hanging: ReturnType<typeof gate<void>>;

beforeAll(async () => {
  pglite = await emptyPglite();
}, 60_000);
beforeEach(async () => {
  logger = memoryLogger();
  events = [];
  hanging = gate();
  await pglite.exec(`
    drop table if exists line;
    create table line (id int primary key, check_at_commit int unique deferrable initially deferred);
  `);
});

/** The lines that are committed. */
export const lines = async (): Promise<readonly number[]> => {
  const { rows } = await pglite.query<{ id: number }>('select id from line order by id');
  return rows.map(({ id }) => id);
};

const RAISE_CONFLICT = `do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`;

interface Options extends Partial<EntrypointOptions> {
  readonly retry?: TransactionRetryOptions;
  /** How often the method `conflict` conflicts. */
  readonly conflicts?: number;
}

/** Creates an api whose methods insert a line, and then end in different ways. */
export function createApi({ retry, conflicts = 1, ...options }: Options = {}): Api {
  const transaction = transactionOf(retry);
  const v1 = new Entrypoint('/rpc', {
    messageDependencies: [transaction],
    batch: 'atomic',
    ...options,
  });
  const args = { id: v.number(), tx: transaction };
  const insert = async ({ id, tx }: { readonly id: number; readonly tx: Transaction }) => {
    events.push(`insert ${id}`);
    await tx.query('insert into line values ($1)', [id]);
    return id;
  };
  v1.method('insert', { args }, insert);
  v1.method('reject', { args }, async (values) => {
    await insert(values);
    throw new NotEnough();
  });
  v1.method('throw', { args }, async (values) => {
    await insert(values);
    throw new Error('Unexpected');
  });
  v1.method('violate', { args }, async ({ tx }) => tx.query('insert into line values (null)'));
  v1.method('ignore', { args }, async ({ tx }) => {
    await tx.query('insert into line values (null)').catch(() => undefined);
    return 'ignored';
  });
  v1.method('unencodable', { args }, async (values) => {
    await insert(values);
    return 5n;
  });
  v1.method('hang', { args, timeout: 10 }, async (values) => {
    await insert(values);
    await hanging.promise;
  });
  const leave: JsonRpcMiddleware = () => Promise.reject(new NotEnough());
  v1.method('blocked', { args, middlewares: [leave] }, insert);
  const deferred = { ...args, value: v.number() };
  v1.method('insertUnique', { args: deferred }, async ({ id, tx, value }) => {
    await tx.query('insert into line values ($1, $2)', [id, value]);
  });
  let conflicted = 0;
  v1.method('conflict', { args }, async (values) => {
    await insert(values);
    conflicted += 1;
    if (conflicted <= conflicts) await values.tx.exec(RAISE_CONFLICT);
    return values.id;
  });
  const effects = { ...args, tasks: backgroundTasks, response: httpResponse };
  v1.method('leaveEffects', { args: effects }, async ({ tasks, response, ...values }) => {
    await insert(values);
    tasks.add(() => events.push(`task ${values.id}`));
    response.headers.append('x-id', String(values.id));
  });
  const api = new Api({ logger }).bindEntrypoint(v1).provide(database, pglite);
  onTestFinished(async () => {
    hanging.open();
    await api.close();
  });
  return api;
}

/** Returns calls that insert the lines 0, 1, 2 etc. */
export const inserts = (count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => request('insert', { id: index }));

/** Returns a batch in which only the call with the given index isn't an `insert`. */
export const batchWith = (size: number, index: number, call: unknown): unknown[] =>
  inserts(size).map((insert, position) => (position === index ? call : insert));

/** Returns the code of each error in the responses of a batch. */
export const codesOf = (json: unknown): (number | undefined)[] =>
  (json as readonly { readonly error?: BaseError }[]).map(({ error }) => error?.code);

/** Sends a message, and returns the decoded response. */
export async function send(api: Api, body: unknown): Promise<unknown> {
  const { json, markSent } = await post(api, '/rpc', body);
  markSent();
  return json;
}

/** A change of a call that fails because of it, and the code of its error. */
const FAILURES = [
  ['a typed error', { method: 'reject' }, 6001],
  ['an unexpected error', { method: 'throw' }, -32603],
  ['a failing statement', { method: 'violate' }, -32603],
  ['an ignored error of a statement', { method: 'ignore' }, -32603],
  ['a result that JSON cannot carry', { method: 'unencodable' }, -32603],
  ['a time limit', { method: 'hang' }, -32002],
  ['a middleware', { method: 'blocked' }, 6001],
  ['invalid params', { params: { id: 'one' } }, -32602],
  ['an unknown method', { method: 'unknown' }, -32601],
  ['an invalid request', { id: 1.5 }, -32600],
] as const;

/** Tests every failing position in batches of the given sizes. */
export function testFailingPositions(sizes: readonly number[]): void {
  const positions = sizes.flatMap((size) =>
    Array.from({ length: size }, (_, index) => ({ size, index })),
  );

  test.each(FAILURES)(
    'is rolled back by %s at every position',
    async (_, change, code) => {
      const api = createApi();
      for (const { size, index } of positions) {
        hanging = gate();
        const call = { ...request('insert', { id: index }), ...change };
        const json = await send(api, batchWith(size, index, call));
        hanging.open();
        const expected = Array.from({ length: size }, () => -32015).with(index, code);
        expect(codesOf(json), `${index} of ${size}`).toEqual(expected);
        const other = index === 0 ? 1 : 0;
        expect(json).toMatchObject({ [other]: { error: { data: { failedIndex: index } } } });
        await expect.poll(lines).toEqual([]);
      }
    },
    120_000,
  );

  test('is rolled back when the client disconnects at any position but the last', async () => {
    for (const { size, index } of positions) {
      await pglite.query('delete from line');
      const controller = new AbortController();
      const requests = inserts(size);
      const disconnects: JsonRpcMiddleware = async (ctx, next) => {
        if (ctx.request?.id === requests[index]?.['id']) controller.abort();
        await next();
      };
      const api = createApi({ middlewares: [disconnects] });
      await post(api, '/rpc', requests, { signal: controller.signal });
      // The signal of the client doesn't stop a method that has begun.
      expect((await lines()).length, `${index} of ${size}`).toBe(index === size - 1 ? size : 0);
    }
  }, 120_000);
}
