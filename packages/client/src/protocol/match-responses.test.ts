import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordAnswers, requestObjects } from '../../test/recorder.js';
import { createClient, type SafeResult } from '../index.js';

/** What becomes of one call on the server. */
type Fate =
  | 'result'
  | 'error'
  /** Not answered. */
  | 'missing'
  /** Answered twice. */
  | 'duplicate'
  /** Answered with neither a result nor an error. */
  | 'malformed'
  /** Not asked for an answer. */
  | 'notified';

const fate = fc.constantFrom<Fate>(
  'result',
  'error',
  'missing',
  'duplicate',
  'malformed',
  'notified',
);

/** Ids that no call has. */
const alienId = fc.oneof(
  fc.integer({ min: 1000 }),
  fc.integer({ max: 0 }),
  // JSON makes NaN null, which is nobody's id and everybody's.
  fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', '1', true, [1]),
);

const alien = fc.constantFrom<object>(
  { result: 'alien' },
  { error: { code: 1, message: 'alien' } },
  {},
);

type ResponseObject = Readonly<Record<string, unknown>>;

function responsesOf(id: number, what: Fate): readonly ResponseObject[] {
  const result = { jsonrpc: '2.0', id, result: `result ${id}` };
  switch (what) {
    case 'result':
      return [result];
    case 'error':
      return [{ jsonrpc: '2.0', id, error: { code: id, message: `error ${id}` } }];
    case 'duplicate':
      return [result, result];
    case 'malformed':
      return [{ jsonrpc: '2.0', id }];
    default:
      return [];
  }
}

interface Scene {
  readonly fates: readonly Fate[];
  /** Answers that the server gives beside. */
  readonly more: readonly ResponseObject[];
  /** Decides about the order of the answers. */
  readonly order: readonly number[];
}

/** Makes a batch of calls with these fates, and gives how they ended. */
async function play({
  fates,
  more,
  order,
}: Scene): Promise<readonly SafeResult<unknown, unknown>[]> {
  const { fetch } = recordAnswers((request) => {
    const sent = requestObjects(request);
    const answers = sent.flatMap(({ id }, index) =>
      id === undefined ? [] : responsesOf(id, fates[index] ?? 'missing'),
    );
    return [...answers, ...more]
      .map((answer, index) => ({ answer, rank: order[index % order.length] ?? 0 }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ answer }) => answer);
  });
  const client = createClient({ url: '/', fetch });
  return client.$batch.safe((b) =>
    fates.map((what, index) =>
      what === 'notified' ? b.$notify.$call(`m${index}`) : b.$call(`m${index}`),
    ),
  );
}

/** The ids count from 1, over the calls that have one. */
function idsOf(fates: readonly Fate[]): readonly number[] {
  let id = 0;
  return fates.map((what) => (what === 'notified' ? 0 : (id += 1)));
}

const failedFor = (reason: string): object => ({
  ok: false,
  error: { code: 'invalid-response', reason },
});

/** How a call of this fate ends. */
function ending(what: Fate, id: number): object {
  switch (what) {
    case 'result':
      return { ok: true, result: `result ${id}` };
    case 'error':
      return { ok: false, error: { code: id, message: `error ${id}` } };
    case 'missing':
      return failedFor('missing-answer');
    case 'duplicate':
      return failedFor('duplicate-answer');
    case 'malformed':
      return failedFor('not-json-rpc');
    case 'notified':
      return { ok: true, result: undefined };
  }
}

const fates = fc.array(fate, { minLength: 1, maxLength: 12 });
/** With an answer at least, or the body would be an empty array. */
const answeredFates = fates.filter((all) =>
  all.some((what) => !['missing', 'notified'].includes(what)),
);
const order = fc.array(fc.nat(), { minLength: 1, maxLength: 24 });
const refusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };

describe('the answers of a batch', () => {
  test('belong to the calls with their ids, in whatever order they come', async () => {
    await fc.assert(
      fc.asyncProperty(answeredFates, order, async (given, ranks) => {
        const outcomes = await play({ fates: given, more: [], order: ranks });
        const ids = idsOf(given);
        expect(outcomes).toMatchObject(given.map((what, index) => ending(what, ids[index] ?? 0)));
      }),
    );
  });

  test('are none of them believed where nobody asked for one', async () => {
    await fc.assert(
      fc.asyncProperty(answeredFates, order, alienId, alien, async (given, ranks, id, what) => {
        const more = [{ jsonrpc: '2.0', id, ...what }];
        const outcomes = await play({ fates: given, more, order: ranks });
        expect(outcomes).toMatchObject(given.map(() => failedFor('unknown-id')));
      }),
    );
  });

  test('without an id are the error of the calls that have no other answer', async () => {
    await fc.assert(
      fc.asyncProperty(fates, order, async (given, ranks) => {
        fc.pre(given.some((what) => what === 'missing' || what === 'notified'));
        const outcomes = await play({ fates: given, more: [refusal, refusal], order: ranks });
        const ids = idsOf(given);
        expect(outcomes).toMatchObject(
          given.map((what, index) =>
            what === 'missing' || what === 'notified'
              ? { ok: false, error: { code: -32600, method: `m${index}` } }
              : ending(what, ids[index] ?? 0),
          ),
        );
      }),
    );
  });

  test('without an id are nobody’s where every call has its own', async () => {
    const outcomes = await play({ fates: ['result', 'error'], more: [refusal], order: [0] });
    expect(outcomes).toMatchObject([failedFor('unknown-id'), failedFor('unknown-id')]);
  });

  test('name the call or the id that is wrong', async () => {
    const [missing, duplicate, malformed] = await play({
      fates: ['missing', 'duplicate', 'malformed'],
      more: [],
      order: [0],
    });
    expect(missing).toMatchObject({ error: { message: 'There is no answer to m0 (id 1)' } });
    expect(duplicate).toMatchObject({ error: { message: 'There are two answers to m1 (id 2)' } });
    expect(malformed).toMatchObject({
      error: { message: 'The answer to m2 (id 3) has neither a result nor an error' },
    });
    const more = [{ jsonrpc: '2.0', id: 'x', result: 1 }];
    const [other] = await play({ fates: ['result'], more, order: [0] });
    expect(other).toMatchObject({
      error: { message: 'There is an answer to id "x", which was not asked' },
    });
  });
});

describe('a single answer', () => {
  test('may come as an array, and that of a batch of one as an object', async () => {
    const answers = recordAnswers((request) => {
      const [sent] = requestObjects(request);
      const answer = { jsonrpc: '2.0', id: sent?.id, result: 5 };
      return Array.isArray(request.body) ? answer : [answer];
    });
    const client = createClient({ url: '/', fetch: answers.fetch });
    await expect(client.$call('a')).resolves.toBe(5);
    await expect(client.$batch((b) => [b.$call('a')])).resolves.toEqual([5]);
  });
});
