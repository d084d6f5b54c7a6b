import { expect, test } from 'vitest';
import { latencyLine } from './latency-line.js';

test('the p99 of each quarter of the calls, in their order, tells whether it grows', () => {
  const steady = [5, 1, 5, 1, 5, 1, 5, 1];
  expect(latencyLine(steady)).toBe(
    'A single call meanwhile: p50 3.0 ms, p99 5.0 ms; by quarters of the calls p99 5.0, 5.0, 5.0, 5.0 ms',
  );
  expect(latencyLine([1, 1, 2, 2, 4, 4, 8, 8, 8])).toMatch(/ p99 1\.0, 2\.0, 4\.0, 8\.0 ms$/);
});

test('of fewer than four calls there is none', () => {
  expect(latencyLine([])).toBe('Too few single calls for a latency; soak for longer');
  expect(latencyLine([1, 2, 3])).toBe('Too few single calls for a latency; soak for longer');
});
