import { INVALID_BATCH_ITEMS, NOTIFICATION_BATCHES, type Violation } from './violation.js';
import { isObject, type Members, correctBehavior } from '../behavior.js';

export const batchViolations: readonly Violation[] = [
  {
    name: 'does not support batches',
    behavior: { isArray: (_): _ is unknown[] => false },
    fails: [
      ...INVALID_BATCH_ITEMS,
      ...NOTIFICATION_BATCHES,
      'batch.mixed',
      'batch.failed-notification',
      'batch.of-one',
      'batch.of-errors',
      'batch.same-id',
      'batch.of-many',
      'batch.isolated',
      'kit.batch-order',
      'kit.batch-of-one',
    ],
  },
  {
    name: 'responds to an empty batch with an empty array',
    behavior: {
      rejectBatch: (items, route) =>
        items.length === 0 ? undefined : correctBehavior.rejectBatch(items, route),
      joinBatch: (responses) => responses,
    },
    fails: [...NOTIFICATION_BATCHES, 'batch.empty', 'kit.messages'],
  },
  {
    name: 'does not respond to an empty batch',
    behavior: {
      rejectBatch: (items, route) =>
        items.length === 0 ? undefined : correctBehavior.rejectBatch(items, route),
    },
    fails: ['batch.empty', 'kit.messages', 'kit.status-of-errors'],
  },
  {
    name: 'responds to a batch of one with an object',
    behavior: {
      joinBatch: (responses) =>
        responses.length === 1 ? responses[0] : correctBehavior.joinBatch(responses),
    },
    fails: ['batch.one-invalid', 'batch.of-one', 'kit.batch-of-one'],
  },
  {
    name: 'rejects a whole batch if one item is not an object',
    behavior: {
      rejectBatch: (items, route) =>
        correctBehavior.rejectBatch(items.every(isObject) ? items : [], route),
    },
    fails: [...INVALID_BATCH_ITEMS, 'kit.batch-of-one'],
  },
  {
    name: 'ignores batch items that are not objects',
    behavior: {
      all: async (runs) =>
        (await Promise.all(runs.map((run) => run()))).filter(
          (one) => (one as Members | undefined)?.['id'] !== null,
        ),
    },
    fails: [...INVALID_BATCH_ITEMS, 'batch.mixed', 'kit.batch-of-one', 'kit.status-of-errors'],
  },
  {
    name: 'flattens nested batches',
    behavior: {
      parse: (text) => {
        const value: unknown = JSON.parse(text);
        return Array.isArray(value) && value.length > 0 ? value.flat() : value;
      },
    },
    fails: ['batch.nested', 'kit.batch-of-one'],
  },
  {
    name: 'orders a batch response by completion',
    behavior: {
      all: async (runs) => {
        const done: unknown[] = [];
        await Promise.all(runs.map(async (run) => done.push(await run())));
        return done;
      },
    },
    fails: ['kit.batch-order'],
  },
  {
    name: 'responds to a batch with one line per response',
    behavior: {
      encode: (response) =>
        Array.isArray(response)
          ? response.map(correctBehavior.encode).join('\n')
          : correctBehavior.encode(response),
    },
    fails: [
      ...INVALID_BATCH_ITEMS,
      'batch.mixed',
      'batch.failed-notification',
      'batch.of-one',
      'batch.of-errors',
      'batch.same-id',
      'batch.of-many',
      'batch.isolated',
      'kit.batch-order',
      'kit.batch-of-one',
    ],
  },
  {
    name: 'keeps one response for each id',
    behavior: {
      joinBatch: (responses) => {
        const byId = new Map(responses.map((one) => [(one as Members)['id'], one]));
        return correctBehavior.joinBatch([...byId.values()]);
      },
    },
    fails: ['batch.several-invalid', 'batch.nested', 'batch.same-id'],
  },
  {
    name: 'responds to the first 20 calls of a batch only',
    behavior: { all: (runs) => correctBehavior.all(runs.slice(0, 20)) },
    fails: ['batch.of-many'],
  },
  {
    name: 'has no batch limit',
    behavior: {
      rejectBatch: (items, route) => correctBehavior.rejectBatch(items.slice(0, 1), route),
    },
    fails: ['kit.batch-limit'],
  },
  {
    name: 'stops a batch at an exception',
    behavior: {
      all: async (runs) => {
        const responses: unknown[] = [];
        for (const run of runs) {
          const one = await run();
          responses.push(one);
          if (isInternal(one)) break;
        }
        return responses;
      },
    },
    fails: ['batch.isolated'],
  },
  {
    name: 'omits failed calls from a batch response',
    behavior: {
      joinBatch: (responses) =>
        correctBehavior.joinBatch(responses.filter((one) => !isObject((one as Members)['error']))),
    },
    fails: [
      ...INVALID_BATCH_ITEMS,
      'batch.mixed',
      'batch.of-errors',
      'batch.isolated',
      'kit.batch-order',
      'kit.batch-of-one',
      'kit.status-of-errors',
    ],
  },
];

function isInternal(response: unknown): boolean {
  const error = isObject(response) ? response['error'] : undefined;
  return isObject(error) && error['code'] === -32603;
}
