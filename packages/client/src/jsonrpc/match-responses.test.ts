import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordResponses, requestObjects } from '../../test/recorder.js';
import { createClient, type SafeResult } from '../index.js';

/** How the server responds to a call. */
type Reply =
  | 'result'
  | 'error'
  | 'missing'
  | 'duplicate'
  /** A response with neither a result nor an error. */
  | 'malformed'
  /** The call is a notification. */
  | 'notified';

const anyReply = fc.constantFrom<Reply>(
  'result',
  'error',
  'missing',
  'duplicate',
  'malformed',
  'notified',
);

/** Ids that no call has. */
const unknownId = fc.oneof(
  fc.integer({ min: 1000 }),
  fc.integer({ max: 0 }),
  // JSON encodes NaN as null, which is the id of rejections.
  fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', '1', true, [1]),
);

const otherMembers = fc.constantFrom<object>(
  { result: 'other' },
  { error: { code: 1, message: 'other' } },
  {},
);

type ResponseObject = Readonly<Record<string, unknown>>;

function responsesOf(id: number, reply: Reply): readonly ResponseObject[] {
  const result = { jsonrpc: '2.0', id, result: `result ${id}` };
  switch (reply) {
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

interface Scenario {
  readonly replies: readonly Reply[];
  /** Responses that the server adds. */
  readonly extra: readonly ResponseObject[];
  /** The ranks by which the responses are sorted. */
  readonly order: readonly number[];
}

/** Sends a batch of calls with these replies and returns the outcomes. */
async function sendBatch({
  replies,
  extra,
  order,
}: Scenario): Promise<readonly SafeResult<unknown, unknown>[]> {
  const { fetch } = recordResponses((request) => {
    const sent = requestObjects(request);
    const responses = sent.flatMap(({ id }, index) =>
      id === undefined ? [] : responsesOf(id, replies[index] ?? 'missing'),
    );
    return [...responses, ...extra]
      .map((response, index) => ({ response, rank: order[index % order.length] ?? 0 }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ response }) => response);
  });
  const client = createClient({ url: '/', fetch });
  return client.$batch.safe((b) =>
    replies.map((reply, index) =>
      reply === 'notified' ? b.$notify.$call(`m${index}`) : b.$call(`m${index}`),
    ),
  );
}

/** The ids count from 1, over the calls that have one. */
function idsOf(replies: readonly Reply[]): readonly number[] {
  let id = 0;
  return replies.map((reply) => (reply === 'notified' ? 0 : (id += 1)));
}

const invalidFor = (reason: string): object => ({
  ok: false,
  error: { code: 'invalid-response', reason },
});

/** The expected outcome of a call with this reply. */
function expectedOutcome(reply: Reply, id: number): object {
  switch (reply) {
    case 'result':
      return { ok: true, result: `result ${id}` };
    case 'error':
      return { ok: false, error: { code: id, message: `error ${id}` } };
    case 'missing':
      return invalidFor('missing-response');
    case 'duplicate':
      return invalidFor('duplicate-response');
    case 'malformed':
      return invalidFor('not-json-rpc');
    case 'notified':
      return { ok: true, result: undefined };
  }
}

const anyReplies = fc.array(anyReply, { minLength: 1, maxLength: 12 });
/** With at least one response, because an empty array is an invalid body. */
const repliesWithResponse = anyReplies.filter((all) =>
  all.some((reply) => !['missing', 'notified'].includes(reply)),
);
const anyOrder = fc.array(fc.nat(), { minLength: 1, maxLength: 24 });
const rejection = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } };

describe('the responses to a batch', () => {
  test('settle the calls with their ids, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(repliesWithResponse, anyOrder, async (replies, order) => {
        const outcomes = await sendBatch({ replies, extra: [], order });
        const ids = idsOf(replies);
        expect(outcomes).toMatchObject(
          replies.map((reply, index) => expectedOutcome(reply, ids[index] ?? 0)),
        );
      }),
    );
  });

  test('fail all calls when one has an unknown id', async () => {
    await fc.assert(
      fc.asyncProperty(
        repliesWithResponse,
        anyOrder,
        unknownId,
        otherMembers,
        async (replies, order, id, members) => {
          const extra = [{ jsonrpc: '2.0', id, ...members }];
          const outcomes = await sendBatch({ replies, extra, order });
          expect(outcomes).toMatchObject(replies.map(() => invalidFor('unknown-id')));
        },
      ),
    );
  });

  test('without an id fail the calls that have no other response', async () => {
    await fc.assert(
      fc.asyncProperty(anyReplies, anyOrder, async (replies, order) => {
        fc.pre(replies.some((reply) => reply === 'missing' || reply === 'notified'));
        const extra = [rejection, rejection];
        const outcomes = await sendBatch({ replies, extra, order });
        const ids = idsOf(replies);
        expect(outcomes).toMatchObject(
          replies.map((reply, index) =>
            reply === 'missing' || reply === 'notified'
              ? { ok: false, error: { code: -32600, method: `m${index}` } }
              : expectedOutcome(reply, ids[index] ?? 0),
          ),
        );
      }),
    );
  });

  test('without an id are invalid when every call has a response', async () => {
    const outcomes = await sendBatch({
      replies: ['result', 'error'],
      extra: [rejection],
      order: [0],
    });
    expect(outcomes).toMatchObject([invalidFor('unknown-id'), invalidFor('unknown-id')]);
  });

  test('fail with a message that names the call or the id', async () => {
    const [missing, duplicate, malformed] = await sendBatch({
      replies: ['missing', 'duplicate', 'malformed'],
      extra: [],
      order: [0],
    });
    expect(missing).toMatchObject({
      error: { message: 'The server sent no response to m0 (id 1)' },
    });
    expect(duplicate).toMatchObject({
      error: { message: 'The server sent two responses to m1 (id 2)' },
    });
    expect(malformed).toMatchObject({
      error: { message: 'The response to m2 (id 3) has neither a result nor an error' },
    });
    const extra = [{ jsonrpc: '2.0', id: 'x', result: 1 }];
    const [other] = await sendBatch({ replies: ['result'], extra, order: [0] });
    expect(other).toMatchObject({
      error: { message: 'The response has the id "x", which the request did not contain' },
    });
  });
});

describe('a single response', () => {
  test('can be an array, and the response to a batch of one can be an object', async () => {
    const { fetch } = recordResponses((request) => {
      const [sent] = requestObjects(request);
      const response = { jsonrpc: '2.0', id: sent?.id, result: 5 };
      return Array.isArray(request.body) ? response : [response];
    });
    const client = createClient({ url: '/', fetch });
    await expect(client.$call('a')).resolves.toBe(5);
    await expect(client.$batch((b) => [b.$call('a')])).resolves.toEqual([5]);
  });
});
