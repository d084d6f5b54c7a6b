import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breakIn, type BrokenConnection, stepOf } from '../../test/broken-connection.js';
import { type TestDatabase, testDatabases, type TestTransaction } from '../../test/databases.js';
import { createJobTables, type JobLedgerOptions, openJobLedger } from '../../test/job-ledger.js';
import {
  breakQueueIn,
  type BrokenQueue,
  jobSteps,
  type QueueStep,
  stepOfQueue,
} from '../../test/job-steps.js';
import { newestPgBoss as pgBoss } from '../../test/newest-pg-boss.js';
import type { SqlExecutor, SqlResult } from '../sql-executor.js';

type Wrappers = Pick<JobLedgerOptions, 'wrap' | 'wrapQueue'>;

/** Replaces the statements of one step in the queue. */
function replace(
  step: QueueStep,
  run: (execute: () => Promise<SqlResult>, ids: unknown) => Promise<SqlResult>,
): (database: SqlExecutor) => SqlExecutor {
  return (database) => ({
    executeSql: (text, values) => {
      const execute = (): Promise<SqlResult> => database.executeSql(text, values);
      return stepOfQueue(text) === step ? run(execute, values[1]) : execute();
    },
  });
}

/** Skips the statements of one step in the transaction. */
const skip =
  (step: BrokenConnection['step'], row: object) =>
  (tx: TestTransaction): TestTransaction => ({
    ...tx,
    executeSql: async (text, values) =>
      stepOf(text) === step ? { rows: [row] } : tx.executeSql(text, values),
  });

/** A mistake of an implementation in one of the steps. */
interface Mistake {
  /** A connection that breaks once, as many mistakes show only then. */
  readonly broken?: BrokenConnection | BrokenQueue;
  /** Why it is noticed. */
  readonly violation: string;
  readonly plant: (database: TestDatabase, schema: string) => Wrappers;
}

const failedCommit: BrokenConnection = { step: 'commit', when: 'before' };
const lostCommit: BrokenConnection = { step: 'commit', when: 'after' };

const mistakes: Readonly<Record<string, Mistake>> = {
  'accepts a notification without storing it': {
    violation: '1 was written 0 times',
    plant: () => ({ wrapQueue: replace('add', async () => ({ rows: [{ id: randomUUID() }] })) }),
  },
  'removes a job from the queue when it fetches it': {
    broken: failedCommit,
    violation: '1 was written 0 times',
    plant: (database, schema) => ({
      wrapQueue: replace('fetch', async (run) => {
        const result = await run();
        for (const { id } of result.rows as { id: string }[]) {
          await database.executeSql(`delete from ${schema}.job where id = $1`, [id]);
        }
        return result;
      }),
    }),
  },
  'does not claim the key of a job': {
    broken: lostCommit,
    violation: '1 was written 2 times',
    plant: () => ({
      wrap: (tx) => skip('record', { recorded: true })(skip('claim', { claimed: true })(tx)),
    }),
  },
  'does not write': {
    violation: '1 was written 0 times',
    plant: () => ({ wrap: skip('write', {}) }),
  },
  'writes outside of the transaction': {
    broken: failedCommit,
    violation: '1 was written 2 times',
    plant: (database) => ({
      wrap: (tx) => ({
        ...tx,
        executeSql: (text, values) =>
          (stepOf(text) === 'write' ? database : tx).executeSql(text, values),
      }),
    }),
  },
  'does not record that a job has run': {
    broken: lostCommit,
    violation: '1 jobs are dead',
    plant: () => ({ wrap: skip('record', { recorded: true }) }),
  },
  'does not commit': {
    violation: '1 was written 0 times',
    plant: () => ({ wrap: (tx) => ({ ...tx, commit: () => tx.rollback() }) }),
  },
  'completes a job that has failed': {
    broken: failedCommit,
    violation: '1 was written 0 times',
    plant: (database, schema) => ({
      wrapQueue: replace('fail', async (_, ids) => {
        const text = `update ${schema}.job set state = 'completed' where id = any($1)`;
        await database.executeSql(text, [ids]);
        return { rows: [{ count: '1' }] };
      }),
    }),
  },
  'does not complete a job': {
    violation: '3 jobs are dead',
    plant: () => ({ wrapQueue: replace('complete', async () => ({ rows: [{ count: '1' }] })) }),
  },
};

/** Breaks a connection once, in addition to other wrappers. */
function breakOnce(broken: BrokenConnection | BrokenQueue, wrappers: Wrappers): Wrappers {
  const { wrap = (tx) => tx, wrapQueue = (db) => db } = wrappers;
  if (isInQueue(broken)) return { wrap, wrapQueue: (db) => breakQueueIn(broken, wrapQueue(db)) };
  let isFirst = true;
  const wrapFirst = (tx: TestTransaction): TestTransaction => {
    const wrapped = isFirst ? breakIn(broken, wrap(tx)) : wrap(tx);
    isFirst = false;
    return wrapped;
  };
  return { wrap: wrapFirst, wrapQueue };
}

function isInQueue(broken: BrokenConnection | BrokenQueue): broken is BrokenQueue {
  return broken.step === 'add' || broken.step === 'fetch' || broken.step === 'complete';
}

describe.each(testDatabases())('on $name', ({ open, isServer }) => {
  let database: TestDatabase;
  const schema = `jobs_${randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    database = await open();
    await createJobTables(database);
    // Creates the tables of the queue.
    const ledger = await openJobLedger(database, { pgBoss, schema });
    await ledger.close();
  }, 60_000);
  afterAll(async () => {
    await database.executeSql(`drop schema ${schema} cascade`, []);
    await database.close();
  });

  /**
   * Sends durable notifications, each until it is accepted, and waits for the end of their jobs. Returns
   * what is wrong: an amount that was not accepted or not written exactly once, or a job that has failed.
   */
  async function findViolations(wrappers: Wrappers): Promise<string[]> {
    const ledger = await openJobLedger(database, { pgBoss, schema, ...wrappers });
    const violations: string[] = [];
    for (const amount of [1, 2, 3]) {
      let status = await ledger.notify(amount);
      for (let retry = 0; retry < 3 && status !== 204; retry += 1) {
        status = await ledger.notify(amount);
      }
      if (status !== 204) violations.push(`${amount} was never accepted`);
    }
    while ((await ledger.open()) > 0) await setTimeout(50);
    const written = await ledger.amounts();
    for (const amount of [1, 2, 3]) {
      const times = written.filter((other) => other === amount).length;
      if (times !== 1) violations.push(`${amount} was written ${times} times`);
    }
    const dead = await ledger.dead();
    if (dead > 0) violations.push(`${dead} jobs are dead`);
    await ledger.close();
    return violations;
  }

  const places = jobSteps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]);
  test.concurrent.each(places)(
    'a connection that breaks in the step "%s", %s its end, neither loses nor doubles the effect of a job',
    async (step, when) => {
      const wrappers = breakOnce({ step, when }, {});
      expect(await findViolations(wrappers)).toEqual([]);
    },
  );

  // PGlite has one connection, so nothing can be written outside of its transaction.
  const possible = Object.entries(mistakes).filter(([name]) => isServer || !/outside/.test(name));
  test.concurrent.each(possible)('an implementation that %s is noticed', async (_, mistake) => {
    const { broken, plant, violation } = mistake;
    const wrappers = plant(database, schema);
    const violations = await findViolations(broken ? breakOnce(broken, wrappers) : wrappers);
    expect(violations).toContain(violation);
  });
});
