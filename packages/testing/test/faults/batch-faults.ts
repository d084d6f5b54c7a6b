import type { Fault } from '../fault.js';
import { isObject, type Members, rightRules } from '../rules.js';

export const batchFaults: readonly Fault[] = [
  {
    name: 'knows no batches',
    rules: { isArray: (_): _ is unknown[] => false },
    fails: [
      'batch.one-invalid',
      'batch.several-invalid',
      'batch.nested',
      'batch.mixed',
      'batch.of-notifications',
      'batch.of-one-notification',
      'batch.failed-notification',
      'batch.of-one',
      'batch.of-errors',
      'batch.same-id',
      'batch.of-many',
      'batch.isolated',
      'kit.batch-order',
      'kit.batch-of-one',
      'kit.no-content',
    ],
  },
  {
    name: 'answers an empty batch by an empty array',
    rules: {
      batchRefusal: (items, route) =>
        items.length === 0 ? undefined : rightRules.batchRefusal(items, route),
      joined: (answers) => answers,
    },
    fails: [
      'batch.empty',
      'batch.of-notifications',
      'batch.of-one-notification',
      'kit.messages',
      'kit.no-content',
    ],
  },
  {
    name: 'answers an empty batch by nothing',
    rules: {
      batchRefusal: (items, route) =>
        items.length === 0 ? undefined : rightRules.batchRefusal(items, route),
    },
    fails: ['batch.empty', 'kit.messages', 'kit.status-of-errors'],
  },
  {
    name: 'answers a batch of one by an object',
    rules: {
      joined: (answers) => (answers.length === 1 ? answers[0] : rightRules.joined(answers)),
    },
    fails: ['batch.one-invalid', 'batch.of-one', 'kit.batch-of-one'],
  },
  {
    name: 'refuses a batch as a whole for one that is no object',
    rules: {
      batchRefusal: (items, route) =>
        rightRules.batchRefusal(items.every(isObject) ? items : [], route),
    },
    fails: ['batch.one-invalid', 'batch.several-invalid', 'batch.nested', 'kit.batch-of-one'],
  },
  {
    name: 'leaves out what is no object',
    rules: {
      all: async (runs) =>
        (await Promise.all(runs.map((run) => run()))).filter(
          (one) => (one as Members | undefined)?.['id'] !== null,
        ),
    },
    fails: [
      'batch.one-invalid',
      'batch.several-invalid',
      'batch.nested',
      'batch.mixed',
      'kit.batch-of-one',
      'kit.status-of-errors',
    ],
  },
  {
    name: 'takes batches apart that are in batches',
    rules: {
      parse: (text) => {
        const value: unknown = JSON.parse(text);
        return Array.isArray(value) && value.length > 0 ? value.flat() : value;
      },
    },
    fails: ['batch.nested', 'kit.batch-of-one'],
  },
  {
    name: 'answers a batch as soon as things are done',
    rules: {
      all: async (runs) => {
        const done: unknown[] = [];
        await Promise.all(runs.map(async (run) => done.push(await run())));
        return done;
      },
    },
    fails: ['kit.batch-order'],
  },
  {
    name: 'answers a batch by lines',
    rules: {
      encode: (answer) =>
        Array.isArray(answer)
          ? answer.map(rightRules.encode).join('\n')
          : rightRules.encode(answer),
    },
    fails: [
      'batch.one-invalid',
      'batch.several-invalid',
      'batch.nested',
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
    name: 'keeps one answer for each id',
    rules: {
      joined: (answers) => {
        const byId = new Map(answers.map((one) => [(one as Members)['id'], one]));
        return rightRules.joined([...byId.values()]);
      },
    },
    fails: ['batch.several-invalid', 'batch.nested', 'batch.same-id'],
  },
  {
    name: 'answers no more than 20 of a batch',
    rules: { all: (runs) => rightRules.all(runs.slice(0, 20)) },
    fails: ['batch.of-many'],
  },
  {
    name: 'has no limit for batches',
    rules: {
      batchRefusal: (items, route) => rightRules.batchRefusal(items.slice(0, 1), route),
    },
    fails: ['kit.batch-limit'],
  },
  {
    name: 'ends a batch at an exception',
    rules: {
      all: async (runs) => {
        const answers: unknown[] = [];
        for (const run of runs) {
          const one = await run();
          answers.push(one);
          if (isInternal(one)) break;
        }
        return answers;
      },
    },
    fails: ['batch.isolated'],
  },
  {
    name: 'leaves failed calls out of a batch',
    rules: {
      joined: (answers) =>
        rightRules.joined(answers.filter((one) => !isObject((one as Members)['error']))),
    },
    fails: [
      'batch.one-invalid',
      'batch.several-invalid',
      'batch.nested',
      'batch.mixed',
      'batch.of-errors',
      'batch.isolated',
      'kit.batch-order',
      'kit.batch-of-one',
      'kit.status-of-errors',
    ],
  },
];

function isInternal(answer: unknown): boolean {
  const error = isObject(answer) ? answer['error'] : undefined;
  return isObject(error) && error['code'] === -32603;
}
