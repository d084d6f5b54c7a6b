import { expect, test } from 'vitest';
import { nearestName } from './check-options.js';

const NAMES = ['args', 'result', 'errors', 'summary', 'dependencies', 'maxBatchSize', 'timeout'];

test.each([
  ['arg', 'args'],
  ['sumary', 'summary'],
  ['dependency', 'dependencies'],
  ['maxBatch', 'maxBatchSize'],
  ['maxbatchsize', 'maxBatchSize'],
  ['timeOut', 'timeout'],
  ['error', 'errors'],
  ['rseult', 'result'],
])('who writes %s meant %s', (meant, name) => {
  expect(nearestName(meant, NAMES)).toBe(name);
});

test.each(['params', 'max', 'x', '', 'handler', 'a'.repeat(100_000)])(
  'of %s nobody knows what was meant',
  (meant) => {
    expect(nearestName(meant, NAMES)).toBeUndefined();
  },
);
