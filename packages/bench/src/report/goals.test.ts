import { expect, test } from 'vitest';
import {
  comparisonResult,
  contestantResult,
  resultsOf,
  scalingResult,
} from '../../test/results.js';
import { figure } from '../measure/statistics.js';
import { goalsOf } from './goals.js';
import { reportGoals } from './report-goals.js';

const bare = contestantResult('bare', 'base', { cpu: 20, ratio: 1 });
const kit = (ratio: number, name = 'kit') =>
  contestantResult(name, 'kit', { cpu: 20 / ratio, ratio });
const peer = (ratio: number) => contestantResult('trpc', 'peer', { cpu: 20 / ratio, ratio });

const missed = (results: Parameters<typeof resultsOf>[0]): string[] =>
  goalsOf(resultsOf(results))
    .filter(({ isMet }) => !isMet)
    .map(({ name }) => name);

test.each([
  ['single', 0.9, 0.89],
  ['batch-100', 0.85, 0.84],
])('%s has to be at %d of the base', (workload, enough, tooLittle) => {
  const run = (ratio: number) =>
    missed({ comparisons: [comparisonResult(workload, [bare, kit(ratio)])] });
  expect(run(enough)).toEqual([]);
  expect(run(tooLittle)).toEqual([`hono, ${workload}: at least ${enough} of the base`]);
});

test('other workloads are only held against the peers, with the context and without', () => {
  const run = (ratio: number) =>
    missed({
      comparisons: [
        comparisonResult('header', [bare, kit(0.6), kit(ratio, 'kit-context'), peer(0.5)]),
      ],
    });
  expect(run(0.55)).toEqual([]);
  expect(run(0.45)).toEqual(['hono, header: kit-context is ahead of every peer']);
});

test('who is ahead is told round by round, against each of the peers', () => {
  const rounds = (name: string, role: 'kit' | 'peer', values: readonly number[]) => ({
    ...contestantResult(name, role, { cpu: 1, ratio: 1 }),
    cpu: figure(values),
  });
  const contestants = [
    rounds('kit', 'kit', [10, 40, 20]),
    // The middle of its rounds is the least of all; in two of them it took more time.
    rounds('jayson', 'peer', [15, 18, 24]),
    rounds('trpc', 'peer', [9, 36, 30]),
  ];
  expect(missed({ comparisons: [comparisonResult('header', contestants)] })).toEqual([
    'hono, header: kit is ahead of every peer',
  ]);
  expect(missed({ comparisons: [comparisonResult('header', contestants.slice(0, 2))] })).toEqual(
    [],
  );
});

test('a call of a larger workload may cost a tenth more', () => {
  expect(missed({ scalings: [scalingResult('kit', 1.1), scalingResult('bare', 2)] })).toEqual([]);
  expect(missed({ scalings: [scalingResult('kit', 1.11)] })).toEqual([
    'hono: a call of batch-1000 costs at most 1.1 of one of batch-100',
  ]);
});

test('what is missed stands at the end of the report', () => {
  const comparisons = [comparisonResult('single', [bare, kit(0.5), peer(0.4)])];
  expect(reportGoals(goalsOf(resultsOf({ comparisons })))).toBe(
    'met    hono, single: kit is ahead of every peer: 1.25 [1.25-1.25] times the CPU time by trpc, the best of them\n' +
      'MISSED hono, single: at least 0.9 of the base: 0.50 [0.50-0.50] by CPU time, 0.50 [0.50-0.50] by requests/s',
  );
});
