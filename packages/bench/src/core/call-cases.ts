import * as v from 'valibot';
import { addEntries, addition } from './addition.js';
import { batch, call, indices, nothing, notification, result, sums } from './case-messages.js';
import type { CoreCase } from './core-case.js';
import { kitCase } from './kit-case.js';

/** Calls with nothing around them. */
export const callCases: readonly CoreCase[] = [
  kitCase({ name: 'a call', send: call('add'), answer: result(3), declare: addition }),
  kitCase({
    name: 'an asynchronous call',
    send: call('add'),
    answer: result(3),
    declare: (rpc) =>
      rpc.method('add', { args: addEntries, result: v.number() }, async ({ a, b }) => a + b),
  }),
  kitCase({
    name: 'a batch of 100',
    calls: 100,
    send: batch(100),
    answer: sums(100),
    declare: addition,
  }),
  kitCase({ name: 'a notification', send: notification, answer: nothing, declare: addition }),
  kitCase({
    name: 'a call, 1,000 methods registered',
    send: call('add'),
    answer: result(3),
    declare: (rpc) => {
      for (const index of indices(999)) {
        rpc.method(`filler${index}`, { args: addEntries, result: v.number() }, ({ a }) => a);
      }
      return addition(rpc);
    },
  }),
];
