import { setTimeout } from 'node:timers/promises';
import { Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { stepOfQueue } from '../../test/job-steps.js';
import { newestPgBoss } from '../../test/newest-pg-boss.js';
import { notification, post } from '../../test/notify.js';
import {
  ann,
  AuthError,
  idempotent,
  pglite,
  serve,
  transaction,
  uniqueQueue,
  user,
  write,
  written,
} from '../../test/serve-jobs.js';
import { pgliteExecutor, type SqlExecutor } from '../index.js';
import { jobStore, type JobStore, type Queue } from '../jobs.js';
import { databaseExecutor } from './job-database.js';

beforeAll(() => idempotent.createTable(pgliteExecutor(pglite)));

/** Declares a method that moves the dead letters of a queue back, and returns a function that calls it. */
function retryDeadLetters(v1: Entrypoint, own: Queue) {
  v1.method('retryDead', { args: { jobStore } }, (args: { jobStore: JobStore }) =>
    args.jobStore.retryDeadLetters(own),
  );
  const call = { jsonrpc: '2.0', id: 1, method: 'retryDead' };
  return async (api: Parameters<typeof post>[0]): Promise<unknown> =>
    ((await post(api, call)).json as { result?: unknown }).result;
}

/** Waits until pg-boss has moved a job to the dead-letter queue itself. */
async function isDead({ deadLetters }: Queue): Promise<void> {
  const text = 'select 1 from pgboss.job where name = $1';
  const count = async (): Promise<number> => (await pglite.query(text, [deadLetters])).rows.length;
  await expect.poll(count, { timeout: 20_000 }).toBe(1);
}

describe('a job that fails', () => {
  test('is retried until it succeeds, with a log line for each failure', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue();
    let runs = 0;
    v1.method('send', { notifications: { queue: own } }, () => {
      runs += 1;
      if (runs < 3) throw new AuthError();
    });
    const { api, log, ended } = serve(v1);
    await post(api, notification('send', {}));
    await ended('completed');
    expect(runs).toBe(3);
    const details = { queue: own.name, method: 'send', jobId: expect.any(String) };
    const failure = { code: 7000, message: 'Auth error' };
    expect(log).toEqual(
      [1, 2].map((attempt) => ({
        message: 'Job failed and is retried',
        details: { ...details, attempt, failure },
      })),
    );
  });

  test('is moved to the dead-letter queue after its last attempt, and can be retried from there', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ attempts: 2 });
    let isBroken = true;
    v1.method('send', { notifications: { queue: own } }, () => {
      if (isBroken) throw new AuthError();
    });
    v1.method('retryDead', { args: { jobStore } }, (args) => args.jobStore.retryDeadLetters(own));
    const { api, log, ended } = serve(v1);
    await post(api, notification('send', {}));
    await ended('dead');
    expect(log.map(({ message }) => message)).toEqual([
      'Job failed and is retried',
      'Job moved to the dead-letter queue',
    ]);
    isBroken = false;
    const retry = { jsonrpc: '2.0', id: 1, method: 'retryDead' };
    expect((await post(api, retry)).json).toMatchObject({ result: 1 });
    await ended('completed');
    expect((await post(api, retry)).json).toMatchObject({ result: 0 });
  });

  test('is moved to the dead-letter queue after its first attempt if its error is permanent', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ permanentErrors: [AuthError] });
    let runs = 0;
    v1.method('send', { notifications: { queue: own } }, () => {
      runs += 1;
      if (runs < 3) throw new AuthError();
    });
    const retry = retryDeadLetters(v1, own);
    const { api, events, log, ended } = serve(v1);
    await post(api, notification('send', {}));
    await ended('dead');
    await isDead(own);
    expect(log.map(({ message }) => message)).toEqual(['Job moved to the dead-letter queue']);
    expect(await retry(api)).toBe(1);
    await ended('dead', 2);
    expect(await retry(api)).toBe(1);
    await ended('completed');
    expect(runs).toBe(3);
    expect(events.filter(({ kind }) => kind === 'retried')).toEqual([]);
  });

  test('holds back the jobs after it in an ordered queue of pg-boss 12 if its error is permanent', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ ordered: true, permanentErrors: [AuthError] });
    const ran: number[] = [];
    let isBroken = true;
    const notifications = { queue: own, orderBy: () => 'same' };
    v1.method('send', { args: { what: v.number() }, notifications }, ({ what }) => {
      if (isBroken) throw new AuthError();
      ran.push(what);
    });
    const retry = retryDeadLetters(v1, own);
    const { api, ended } = serve(v1);
    await post(api, notification('send', { what: 1 }));
    await ended('dead');
    isBroken = false;
    await post(api, notification('send', { what: 2 }));
    const isVersion12 = newestPgBoss.PgBoss !== undefined;
    if (!isVersion12) await ended('completed');
    expect(await retry(api)).toBe(1);
    await ended('completed', 2);
    expect(ran).toEqual(isVersion12 ? [1, 2] : [2, 1]);
  });

  test('is retried when its process was killed', async () => {
    const v1 = new Entrypoint('/rpc', { timeout: 900 });
    const own = uniqueQueue({ lostAfter: 1_000 });
    v1.method('send', { notifications: { queue: own } }, () => undefined);
    const web = serve(v1, { work: false, recoveryInterval: 1_000 });
    await post(web.api, notification('send', {}));
    // What a process leaves behind that was killed while it ran the job.
    await pglite.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '2 seconds' where name = $1`,
      [own.name],
    );
    const worker = serve(v1, { recoveryInterval: 1_000 });
    await worker.api.open();
    await worker.ended('completed');
    expect(worker.events.map(({ attempt }) => attempt)).toEqual([2]);
  });

  test.each<[string, (v1: Entrypoint, own: Queue) => void, object]>([
    [
      'whose method was removed',
      (v1, own) => v1.method('other', { notifications: { queue: own } }, () => undefined),
      { message: expect.stringContaining('no durable method "send"') },
    ],
    [
      'whose params are no longer valid',
      (v1, own) =>
        v1.method(
          'send',
          { args: { to: v.string() }, notifications: { queue: own } },
          () => undefined,
        ),
      { code: -32602, name: 'InvalidParams', data: expect.stringContaining('"missing"') },
    ],
  ])('is moved to the dead-letter queue: one %s', async (_, declare, failure) => {
    const own = uniqueQueue({ attempts: 1 });
    const before = new Entrypoint('/rpc');
    before.method('send', { notifications: { queue: own } }, () => undefined);
    await post(serve(before, { work: false }).api, notification('send', {}));
    const after = new Entrypoint('/rpc');
    declare(after, own);
    const { api, log, ended } = serve(after);
    await api.open();
    await ended('dead');
    const message = 'Job moved to the dead-letter queue';
    expect(log).toMatchObject([{ message, details: { failure } }]);
  });

  test('runs again after an error that its idempotent method declares', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue();
    let runs = 0;
    const options = {
      args: { tx: transaction },
      errors: [AuthError],
      idempotent,
      notifications: { queue: own, caller: user },
    };
    v1.method('send', options, async ({ tx }) => {
      runs += 1;
      await write(tx, own, `attempt ${runs}`);
      if (runs === 1) throw new AuthError();
    });
    const { api, ended } = serve(v1);
    await post(api, notification('send', {}, { idempotencyKey: 'declared' }), ann);
    await ended('completed');
    expect(await written(own)).toEqual(['attempt 2']);
  });

  test('has its effect once when it is retried from the dead-letter queue after a kill', async () => {
    const v1 = new Entrypoint('/rpc', { timeout: 900 });
    const own = uniqueQueue({ attempts: 1, lostAfter: 1_000 });
    const options = {
      args: { tx: transaction },
      idempotent,
      notifications: { queue: own, caller: user },
    };
    v1.method('send', options, ({ tx }) => write(tx, own, 'sent'));
    const retry = retryDeadLetters(v1, own);
    let isKilled = true;
    const executor = databaseExecutor(pglite);
    const database: SqlExecutor = {
      executeSql: async (text, values) => {
        // The job is never completed, as if its process had ended after the commit.
        if (isKilled && stepOfQueue(text) === 'complete') throw new Error('Connection lost');
        return executor.executeSql(text, values);
      },
    };
    const { api, ended } = serve(v1, { database, recoveryInterval: 1_000 });
    await post(api, notification('send', {}), ann);
    await isDead(own);
    isKilled = false;
    expect(await retry(api)).toBe(1);
    await ended('completed');
    expect(await written(own)).toEqual(['sent']);
  });

  test('is not retried from the dead-letter queue again by a call during which it fails again', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ attempts: 1 });
    let runs = 0;
    v1.method('send', { notifications: { queue: own } }, () => {
      runs += 1;
      throw new AuthError();
    });
    const executor = databaseExecutor(pglite);
    let afterAdding = async (): Promise<void> => undefined;
    const database: SqlExecutor = {
      executeSql: async (text, values) => {
        const result = await executor.executeSql(text, values);
        if (stepOfQueue(text) === 'add') await afterAdding();
        return result;
      },
    };
    const { api, jobs, ended } = serve(v1, { database, pollInterval: 10 });
    await post(api, notification('send', {}));
    await post(api, notification('send', {}));
    await ended('dead', 2);
    // Each retried job fails before the next one is retried.
    let dead = 2;
    afterAdding = () => {
      dead += 1;
      return ended('dead', dead);
    };
    expect(await jobs.retryDeadLetters(own)).toBe(2);
    expect(runs).toBe(4);
    afterAdding = async () => undefined;
    expect(await jobs.retryDeadLetters(own)).toBe(2);
  });

  const interruptions = [
    [10, false, 'add', 'before'],
    [10, false, 'add', 'after'],
    [10, false, 'complete', 'before'],
    [10, true, 'complete', 'before'],
    [12, false, 'complete', 'before'],
    [12, false, 'complete', 'after'],
    [12, true, 'complete', 'before'],
  ] as const;
  test.each(interruptions)(
    'is neither lost nor doubled if its retry from a dead-letter queue is interrupted: pg-boss %i, ordered %s, %s, %s',
    async (version, ordered, step, when) => {
      const pgBoss = version === 10 ? await import('pg-boss') : newestPgBoss;
      const v1 = new Entrypoint('/rpc');
      const own = uniqueQueue({ attempts: 1, ordered });
      const ran: number[] = [];
      let isBroken = true;
      const order = ordered && { orderBy: ({ what }: { readonly what: number }) => what };
      const notifications = { queue: own, ...order };
      v1.method('send', { args: { what: v.number() }, notifications }, ({ what }) => {
        if (isBroken) throw new AuthError();
        ran.push(what);
      });
      let isInterrupted = false;
      const executor = databaseExecutor(pglite);
      const database: SqlExecutor = {
        executeSql: async (text, values) => {
          if (!isInterrupted || stepOfQueue(text) !== step)
            return executor.executeSql(text, values);
          isInterrupted = false;
          if (when === 'after') await executor.executeSql(text, values);
          throw new Error('Connection lost');
        },
      };
      // Each version has its own tables.
      const { api, jobs, ended } = serve(v1, { database, pgBoss, schema: `pgboss${version}` });
      for (const what of [1, 2, 3]) await post(api, notification('send', { what }));
      await ended('dead', 3);
      // More often than a job has attempts.
      for (let count = 1; count <= 3; count += 1) {
        isInterrupted = true;
        await expect(jobs.retryDeadLetters(own)).rejects.toThrow('Connection lost');
      }
      isBroken = false;
      const ranAfterRetry = async (): Promise<number[]> => {
        await jobs.retryDeadLetters(own);
        return ran.toSorted((a, b) => a - b);
      };
      await expect.poll(ranAfterRetry, { timeout: 20_000 }).toEqual([1, 2, 3]);
      expect(await jobs.retryDeadLetters(own)).toBe(0);
      expect(ran).toHaveLength(3);
    },
  );

  test('keeps its place in an ordered queue of pg-boss 12 when it is retried from the dead-letter queue', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ attempts: 1, ordered: true });
    const ran: number[] = [];
    let isBroken = true;
    const notifications = { queue: own, orderBy: () => 'same' };
    v1.method('send', { args: { what: v.number() }, notifications }, ({ what }) => {
      if (isBroken) throw new AuthError();
      ran.push(what);
    });
    const retry = retryDeadLetters(v1, own);
    const { api, ended } = serve(v1);
    await post(api, notification('send', { what: 1 }));
    await ended('dead');
    isBroken = false;
    await post(api, notification('send', { what: 2 }));
    const isVersion12 = newestPgBoss.PgBoss !== undefined;
    // pg-boss 10 doesn't wait for the failed job.
    if (!isVersion12) await ended('completed');
    expect(await retry(api)).toBe(1);
    await ended('completed', 2);
    expect(ran).toEqual(isVersion12 ? [1, 2] : [2, 1]);
  });

  test('is left by pg-boss 12 to the process that has fetched it again', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue();
    v1.method('send', { notifications: { queue: own } }, async () => {
      // What another process does when it fetches the lost job.
      const take = 'update pgboss.job set retry_count = retry_count + 1 where name = $1';
      await pglite.query(take, [own.name]);
    });
    const { api, events, log } = serve(v1);
    await post(api, notification('send', {}));
    // The event that it was added, and either another event or a line of the log.
    await expect.poll(() => events.length + log.length).toBe(2);
    const isVersion12 = newestPgBoss.PgBoss !== undefined;
    const kinds = events.map(({ kind }) => kind);
    expect(kinds).toEqual(isVersion12 ? ['added'] : ['added', 'completed']);
    const messages = log.map(({ message }) => message);
    expect(messages).toEqual(isVersion12 ? ['Job ended after it had counted as lost'] : []);
  });

  test('is not reported if it ended after it had counted as lost', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ concurrency: 1 });
    let runs = 0;
    v1.method('send', { notifications: { queue: own } }, async () => {
      runs += 1;
      if (runs > 1) return;
      await pglite.query(`update pgboss.job set state = 'retry' where name = $1`, [own.name]);
    });
    const { api, events, log, ended } = serve(v1);
    await post(api, notification('send', {}));
    await ended('completed');
    expect(log.map(({ message }) => message)).toEqual(['Job ended after it had counted as lost']);
    expect(events).toMatchObject([{ kind: 'added' }, { kind: 'completed', attempt: 2 }]);
  });
});

describe('close()', () => {
  test('lets running jobs finish', async () => {
    const v1 = new Entrypoint('/rpc');
    let hasStarted = false;
    v1.method('send', { notifications: { queue: uniqueQueue() } }, async () => {
      hasStarted = true;
      await setTimeout(50);
    });
    const { api, events, log } = serve(v1);
    await post(api, notification('send', {}));
    await expect.poll(() => hasStarted).toBe(true);
    await api.close();
    expect(events.map(({ kind }) => kind)).toEqual(['added', 'completed']);
    expect(log).toEqual([]);
  });

  test('returns a job that was fetched but not started, which uses no attempt', async () => {
    const own = uniqueQueue({ attempts: 1 });
    const first = new Entrypoint('/rpc');
    let runs = 0;
    first.method('send', { notifications: { queue: own } }, () => void (runs += 1));
    const executor = databaseExecutor(pglite);
    let closed: Promise<void> | undefined;
    const stopped = serve(first, {
      database: {
        executeSql: async (text, values) => {
          const result = await executor.executeSql(text, values);
          const isFetched = stepOfQueue(text) === 'fetch' && result.rows.length > 0;
          if (isFetched) closed ??= stopped.api.close();
          return result;
        },
      },
    });
    await post(stopped.api, notification('send', {}));
    await expect.poll(() => closed !== undefined, { timeout: 20_000 }).toBe(true);
    await closed;
    expect(runs).toBe(0);
    expect(stopped.events.map(({ kind }) => kind)).toEqual(['added']);
    expect(stopped.log).toEqual([]);

    const second = new Entrypoint('/rpc');
    second.method('send', { notifications: { queue: own } }, () => undefined);
    const { api, events, ended } = serve(second);
    await api.open();
    await ended('completed');
    expect(events).toMatchObject([{ attempt: 1 }]);
  });

  test('returns jobs that have not finished after its timeout to their queue', async () => {
    const own = uniqueQueue();
    const first = new Entrypoint('/rpc');
    let hasStarted = false;
    first.method('send', { notifications: { queue: own } }, async () => {
      hasStarted = true;
      await new Promise(() => undefined);
    });
    const stopped = serve(first);
    await post(stopped.api, notification('send', {}));
    await expect.poll(() => hasStarted).toBe(true);
    await stopped.api.close({ timeout: 10, abortTimeout: 10, onClosedTimeout: 10_000 });
    expect(stopped.log.map(({ message }) => message)).toContain('Job returned to its queue');

    const second = new Entrypoint('/rpc');
    second.method('send', { notifications: { queue: own } }, () => undefined);
    const { api, events, ended } = serve(second);
    await api.open();
    await ended('completed');
    expect(events).toMatchObject([{ attempt: 2 }]);
  });

  test('moves a job that has not finished in its last attempt to the dead-letter queue', async () => {
    const own = uniqueQueue({ attempts: 1 });
    const v1 = new Entrypoint('/rpc');
    let hasStarted = false;
    v1.method('send', { notifications: { queue: own } }, async () => {
      hasStarted = true;
      await new Promise(() => undefined);
    });
    const { api, events, log } = serve(v1);
    await post(api, notification('send', {}));
    await expect.poll(() => hasStarted).toBe(true);
    await api.close({ timeout: 10, abortTimeout: 10, onClosedTimeout: 10_000 });
    expect(events.map(({ kind }) => kind)).toEqual(['added', 'dead']);
    expect(log.map(({ message }) => message)).toContain('Job moved to the dead-letter queue');
  });
});
