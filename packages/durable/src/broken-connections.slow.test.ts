import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases, type TestTransaction } from '../test/databases.js';
import { breakIn, stepOf, steps } from '../test/broken-connection.js';
import { openLedger } from '../test/ledger.js';

type Wrap = (tx: TestTransaction, database: TestDatabase) => TestTransaction;

/** Mistakes of an implementation, each in one of the steps. */
const mistakes: Readonly<Record<string, Wrap>> = {
  'does not claim the key': (tx) => ({
    ...tx,
    executeSql: async (text, values) => {
      if (stepOf(text) === 'record') return { rows: [{ recorded: true }] };
      if (stepOf(text) !== 'claim') return tx.executeSql(text, values);
      return { rows: [{ claimed: true }] };
    },
  }),
  'writes outside of the transaction': (tx, database) => ({
    ...tx,
    executeSql: (text, values) =>
      (stepOf(text) === 'write' ? database : tx).executeSql(text, values),
  }),
  'does not record the response': (tx) => ({
    ...tx,
    executeSql: async (text, values) =>
      stepOf(text) === 'record' ? { rows: [{ recorded: true }] } : tx.executeSql(text, values),
  }),
  'does not commit': (tx) => ({ ...tx, commit: () => tx.rollback() }),
};

/**
 * Sends calls, each until it is acknowledged, and once more. Returns what is wrong: an amount that was
 * not acknowledged or not written exactly once, or two responses to one key.
 */
async function findViolations(database: TestDatabase, wrap: Wrap): Promise<string[]> {
  const { send, amounts, api } = await openLedger(database, { wrap: (tx) => wrap(tx, database) });
  const violations: string[] = [];
  for (const amount of [1, 2, 3]) {
    const call = { method: 'add', params: { amount }, idempotencyKey: `key-${amount}` };
    let response = await send(call);
    for (let retry = 0; retry < 3 && response.includes('error'); retry += 1) {
      response = await send(call);
    }
    if (response.includes('error')) violations.push(`${amount} was never acknowledged`);
    if ((await send(call)) !== response) violations.push(`${amount} has two responses`);
  }
  const written = await amounts();
  for (const amount of [1, 2, 3]) {
    const times = written.filter((other) => other === amount).length;
    if (times !== 1) violations.push(`${amount} was written ${times} times`);
  }
  await api.close();
  return violations;
}

/** Applies another wrapper to the first transaction only. */
function onlyFirst(wrap: (tx: TestTransaction) => TestTransaction): typeof wrap {
  let isFirst = true;
  return (tx) => {
    const wrapped = isFirst ? wrap(tx) : tx;
    isFirst = false;
    return wrapped;
  };
}

describe.each(testDatabases())('on $name', ({ open, isServer }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  }, 60_000);
  afterAll(() => database.close());

  test.each(steps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const]))(
    'a connection that breaks in the step "%s", %s its end, neither loses nor doubles a call',
    async (step, when) => {
      const breaks = onlyFirst((tx) => breakIn({ step, when }, tx));
      expect(await findViolations(database, breaks)).toEqual([]);
    },
  );

  // PGlite has one connection, so nothing can be written outside of its transaction.
  const possible = Object.entries(mistakes).filter(([name]) => isServer || !/outside/.test(name));
  test.each(possible)('an implementation that %s is noticed', async (_, mistake) => {
    const breaks = onlyFirst((tx) => breakIn({ step: 'commit', when: 'before' }, tx));
    const wrap: Wrap = (tx, outside) => breaks(mistake(tx, outside));
    expect(await findViolations(database, wrap)).not.toEqual([]);
  });
});
