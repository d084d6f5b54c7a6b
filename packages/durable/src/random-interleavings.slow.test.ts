import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../test/databases.js';
import { breakIn, type BrokenConnection, steps } from '../test/broken-connection.js';
import {
  amountOf,
  Model,
  type Response,
  type Scope,
  type Sent,
  variants,
} from '../test/key-model.js';
import { type Ledger, openLedger } from '../test/ledger.js';

/** Calls that are sent at once: as one batch for each caller, or as single calls. */
interface Round {
  readonly calls: readonly Sent[];
  readonly isBatch: boolean;
}

const scopes: fc.Arbitrary<Scope> = fc.record({
  caller: fc.constantFrom('ann', 'bob'),
  method: fc.constantFrom('add', 'addNow'),
  key: fc.constantFrom('a', 'b'),
});
const calls = fc.record({ scope: scopes, variant: fc.constantFrom(...variants) });
const rounds: fc.Arbitrary<readonly Round[]> = fc.array(
  fc.record({
    calls: fc.array(calls, { minLength: 1, maxLength: 6 }),
    isBatch: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);
/** Where the connection of each transaction breaks, in the order in which they begin. */
const brokenConnections: fc.Arbitrary<readonly (BrokenConnection | undefined)[]> = fc.array(
  fc.option(
    fc.record({ step: fc.constantFrom(...steps), when: fc.constantFrom('before', 'after') }),
    { nil: undefined, freq: 2 },
  ),
  { maxLength: 20 },
);

function requestOf(sent: Sent, id: number): object {
  const { method, key } = sent.scope;
  return {
    jsonrpc: '2.0',
    ...(sent.variant === 'notification' ? {} : { id }),
    method,
    params: { amount: amountOf(sent) },
    idempotencyKey: key,
  };
}

/** Sends calls of one caller at once. Returns the responses by the index of their call. */
async function sendAll(
  { client }: Ledger,
  caller: string,
  sent: readonly Sent[],
  isBatch: boolean,
): Promise<ReadonlyMap<number, Response>> {
  const requests = sent.map(requestOf);
  const messages: unknown[] = isBatch ? [requests] : requests;
  const responses = await Promise.all(
    messages.map((json) => client.request({ json, headers: { caller } })),
  );
  const all = responses.filter(({ text }) => text !== '').flatMap(({ json }) => json) as Response[];
  return new Map(all.map((response) => [response.id, response]));
}

async function sendRound(ledger: Ledger, model: Model, { calls: all, isBatch }: Round) {
  const sending = ['ann', 'bob'].map(async (caller) => {
    const sent = all.filter(({ scope }) => scope.caller === caller);
    if (sent.length === 0) return;
    const responses = await sendAll(ledger, caller, sent, isBatch);
    for (const [index, { scope, variant }] of sent.entries()) {
      const response = responses.get(index);
      const key = model.of(scope);
      expect(response === undefined).toBe(variant === 'notification');
      if (response !== undefined) key.observe(variant, response);
    }
  });
  await Promise.all(sending);
  await ledger.client.settled();
}

describe.each(testDatabases())('on $name', ({ open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  }, 60_000);
  afterAll(() => database.close());

  test('each key has one response and one write, for any order of calls and broken connections', async () => {
    const property = fc.asyncProperty(
      rounds,
      brokenConnections,
      fc.constantFrom(0, 1_000),
      async (sentRounds, planned, waitTimeout) => {
        const pending = [...planned];
        const ledger = await openLedger(database, {
          waitTimeout,
          wrap: (tx) => {
            const broken = pending.shift();
            return broken === undefined ? tx : breakIn(broken, tx);
          },
        });
        const model = new Model();
        for (const round of sentRounds) await sendRound(ledger, model, round);

        // Without broken connections, every call gets its final response.
        pending.length = 0;
        for (const { scope } of model.keys) {
          for (const variant of ['call', 'other params', 'typed error'] as const) {
            await sendRound(ledger, model, { calls: [{ scope, variant }], isBatch: false });
          }
        }
        const written = await ledger.amounts();
        for (const key of model.keys) key.check(written);
        await ledger.client.close();
      },
    );
    await fc.assert(property, { numRuns: 100 });
  }, 300_000);
});
