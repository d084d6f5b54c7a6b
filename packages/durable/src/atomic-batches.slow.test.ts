import type { PGlite, Transaction } from '@electric-sql/pglite';
import {
  type Api,
  defineError,
  dependency,
  Entrypoint,
  resource,
  transactionDependency,
} from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { pglite, serve, type Served, uniqueQueue, user, written } from '../test/serve-jobs.js';
import { idempotentCalls, pgliteExecutor } from './index.js';

const database = resource<PGlite>('shared database');
const shared = transactionDependency({ database }, (args, run) => args.database.transaction(run), {
  executor: pgliteExecutor,
});
const caller = dependency({ user }, (args) => args.user.name);
const idempotent = idempotentCalls({ transaction: shared, executor: pgliteExecutor, caller });
const headers = { token: 'ann' };

class Rejected extends defineError({ code: 7000, message: 'Rejected' }) {}

let client: JsonRpcTestClient;
let served: Served;
let ran: string[];
const mail = uniqueQueue();

beforeEach(async () => {
  ran = [];
  await idempotent.createTable(pgliteExecutor(pglite));
  await pglite.exec('delete from sent; delete from jsonrpc_idempotent_calls');
  const v1 = new Entrypoint('/rpc', { messageDependencies: [shared], batch: 'atomic' });
  /** A write that precedes the claim of the key. */
  const logged = dependency({ tx: shared }, ({ tx }) =>
    tx.query('insert into sent (job, what) values ($1, $2)', [mail.name, 'logged']),
  );
  const args = { what: v.string(), tx: shared };
  const write = async ({ what, tx }: { readonly what: string; readonly tx: Transaction }) => {
    ran.push(what);
    await tx.query('insert into sent (job, what) values ($1, $2)', [mail.name, what]);
    if (what === 'fail') throw new Error('Failed');
    if (what === 'reject') throw new Rejected();
    return what;
  };
  v1.method('write', { args, idempotent, dependencies: [logged], errors: [Rejected] }, write);
  v1.method('mail', { args, notifications: { queue: mail } }, write);
  served = serve(v1);
  const { api } = served;
  api.provide(database, pglite);
  await api.open();
  client = clientOf(api);
});

const clientOf = (api: Api): JsonRpcTestClient => new JsonRpcTestClient(api);

const write = (id: number, what: string, idempotencyKey?: string): object => ({
  jsonrpc: '2.0',
  id,
  method: 'write',
  params: { what },
  ...(idempotencyKey !== undefined && { idempotencyKey }),
});
/** Without the parameter that the method requires. */
const call = (id: number): object => ({ jsonrpc: '2.0', id, method: 'write' });
const mailed = (what: string): object => ({ jsonrpc: '2.0', method: 'mail', params: { what } });

async function send(...json: readonly object[]) {
  return client.request({ json, headers });
}

async function sendSingle(json: object) {
  return client.request({ json, headers });
}

const keys = async (): Promise<number> =>
  (await pglite.query('select from jsonrpc_idempotent_calls')).rows.length;
const jobs = async (): Promise<number> => {
  const { rows } = await pglite.query('select from pgboss.job where name = $1', [mail.name]);
  return rows.length;
};

describe('an atomic batch', () => {
  test('with keys gets its recorded responses when it is repeated, and writes once', async () => {
    const batch = [write(1, 'a', 'key-a'), write(2, 'b', 'key-b')] as const;
    const { text } = await send(...batch);
    expect(await send(...batch)).toMatchObject({ status: 200, text });
    expect(ran).toEqual(['a', 'b']);
    // The write before a replayed claim is undone.
    expect(await written(mail)).toEqual(['logged', 'a', 'logged', 'b']);
  });

  test('may contain calls that have run before', async () => {
    await send(write(1, 'a', 'key-a'));
    const { text } = await send(write(1, 'a', 'key-a'), write(2, 'b', 'key-b'));
    expect(JSON.parse(text)).toMatchObject([{ result: 'a' }, { result: 'b' }]);
    expect(ran).toEqual(['a', 'b']);
  });

  test('leaves no keys behind when it is rolled back, so that it can be repeated', async () => {
    const { text } = await send(write(1, 'a', 'key-a'), write(2, 'fail', 'key-b'));
    expect(JSON.parse(text)).toMatchObject([
      { error: { code: -32015, data: { failedIndex: 1 } } },
      { error: { code: -32603 } },
    ]);
    expect(await keys()).toBe(0);
    expect(await written(mail)).toEqual([]);
    await send(write(1, 'a', 'key-a'), write(2, 'b', 'key-b'));
    expect(await written(mail)).toEqual(['logged', 'a', 'logged', 'b']);
  });

  test.each([
    ['a single call', sendSingle],
    ['a batch of one call', send],
  ])('%s with a key gets its recorded error when it is repeated', async (_, sendOne) => {
    const { text } = await sendOne(write(1, 'reject', 'key-a'));
    expect(text).toContain('7000');
    expect(await sendOne(write(1, 'reject', 'key-a'))).toMatchObject({ status: 200, text });
    expect(ran).toEqual(['reject']);
    // The write before the claim stays, as that of an entrypoint whose batches aren't atomic.
    expect(await written(mail)).toEqual(['logged']);
    await send(write(1, 'reject', 'key-b'), write(2, 'a', 'key-c'));
    expect(await keys()).toBe(1);
  });

  test('commits its durable notifications as jobs, which run', async () => {
    expect(await send(mailed('one'), mailed('two'))).toMatchObject({ status: 204 });
    await served.ended('completed', 2);
    expect((await written(mail)).toSorted()).toEqual(['one', 'two']);
  });

  test.each<[string, string, number, readonly object[]]>([
    ['with a failure after which another attempt may succeed', '-32603', 503, [write(1, 'fail')]],
    ['with a failure that another attempt meets again', '-32602', 422, [write(1, 'a'), call(2)]],
    ['with a notification that is invalid', '', 422, [{ jsonrpc: '2.0', method: 'mail' }]],
  ])('%s leaves no jobs behind, and reports that', async (_, code, status, others) => {
    const before = await jobs();
    for (const batch of [
      [mailed('one'), ...others],
      [...others, mailed('one')],
    ]) {
      const response = await send(...batch);
      expect(response.status).toBe(status);
      expect(response.text).toContain(code);
    }
    expect(await jobs()).toBe(before);
    expect(await written(mail)).toEqual([]);
  });
});
