import { batch, call, nothing, notification, result, sums } from './case-messages.js';
import type { CoreCase } from './core-case.js';
import { byHandCase } from './by-hand-case.js';

const setup = { methods: 10, hasMiddlewares: false, readsHeader: false };

/** What the same costs without a framework. */
export const byHandCases: readonly CoreCase[] = [
  byHandCase('a call', { send: call('add'), answer: result(3), setup }),
  byHandCase('a batch of 100', { send: batch(100), answer: sums(100), setup }),
  byHandCase('a notification', { send: notification, answer: nothing, setup }),
  byHandCase('3 middlewares', {
    send: call('add'),
    answer: result(3),
    setup: { ...setup, hasMiddlewares: true },
  }),
];
