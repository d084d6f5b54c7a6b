import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { figure } from '../measure/statistics.js';
import { reportCore } from '../report/report-core.js';
import { findCoreCase } from './core-cases.js';
import { type CoreResult, type CoreResults, runCore } from './run-core.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const options = {
  rounds: 2,
  timing: { warmUpMilliseconds: 10, samples: 3, sampleMilliseconds: 1 },
  before: root,
};

test('cases are timed in processes of their own, in turns with another checkout', async () => {
  const cases = [findCoreCase('a batch of 100'), findCoreCase('context: a call')];
  const results = await runCore(cases, options);
  expect(results.cases.map(({ name }) => name)).toEqual(['a batch of 100', 'context: a call']);
  for (const { nanoseconds, before, change } of results.cases) {
    for (const each of [nanoseconds, before, change]) {
      expect(each?.values).toHaveLength(2);
      expect(each?.low).toBeGreaterThan(0);
    }
  }
  const [batch] = results.cases;
  expect(batch?.nanosecondsPerCall).toBeCloseTo((batch?.nanoseconds.median ?? 0) / 100);
});

test('a case that can not be run fails the run, and says why', async () => {
  const unknown = { ...findCoreCase('a call'), name: 'nobody' };
  await expect(runCore([unknown], { ...options, before: undefined })).rejects.toThrow(
    /^Timing "nobody" ended with 1:[^]*There is no case "nobody"/,
  );
});

describe('the report', () => {
  const result = (name: string, values: readonly number[]): CoreResult => ({
    name,
    nanoseconds: figure(values),
    nanosecondsPerCall: figure(values).median,
    before: undefined,
    change: undefined,
  });
  const resultsOf = (...cases: readonly CoreResult[]): CoreResults => ({
    machine: { node: '', platform: '', cpu: '', cores: 2, loadBefore: 0, date: '', versions: {} },
    options: { ...options, before: undefined },
    cases,
  });

  test('tells of a change only where the two do not overlap', () => {
    const earlier = {
      name: 'last',
      results: resultsOf(
        result('a', [100, 110, 120]),
        result('b', [100, 110, 120]),
        result('c', [100, 110, 120]),
      ),
    };
    const now = resultsOf(
      result('a', [50, 55, 60]),
      result('b', [110, 121, 130]),
      result('c', [104, 106, 108]),
      result('new', [1, 1, 1]),
    );
    expect(reportCore(now, earlier)).toBe(
      [
        'ns per run  median  half of them  ns/call  last   change',
        'a             55.0     52.5-57.5     55.0   110  -50.0 %  faster',
        'b              121       116-126      121   110  +10.0 %  slower',
        'c              106       105-107      106   110   -3.6 %',
        'new           1.00     1.00-1.00     1.00            new',
      ].join('\n'),
    );
  });

  test('of two checkouts tells the change in the same rounds', () => {
    const changed = {
      ...result('a', [90, 95]),
      before: figure([100, 105]),
      change: figure([0.8, 0.9]),
    };
    const results = { ...resultsOf(changed), options };
    expect(reportCore(results).split('\n')[1]).toMatch(/ 103 {2}-15\.0 % {2}faster$/);
  });
});
