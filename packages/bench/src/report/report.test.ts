import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  comparisonResult,
  contestantResult,
  resultsOf,
  scalingResult,
} from '../../test/results.js';
import { figure } from '../measure/statistics.js';
import { figuresPage } from './figures-page.js';
import { digits } from './format.js';
import { reportComparison } from './report-comparison.js';
import { reportScaling } from './report-scaling.js';
import { loadJson, resultsFile, saveJson } from './save-json.js';
import { writeReadme } from './write-readme.js';

const bare = contestantResult('bare', 'base', { cpu: 100, ratio: 1 });
const kit = contestantResult('kit', 'kit', { cpu: 125, ratio: 0.8 });
const comparison = comparisonResult('batch-100', [bare, kit]);

test.each([
  [0.5, '0.50'],
  [9.994, '9.99'],
  [12.34, '12.3'],
  [123.4, '123'],
  [12_345, '12,345'],
])('%d is written %s', (value, text) => {
  expect(digits(value)).toBe(text);
});

describe('on the terminal', () => {
  test('a comparison is a table, and tells who is left out', () => {
    expect(reportComparison(comparison)).toBe(
      [
        'hono: the workload batch-100',
        'contestant  CPU µs/request  µs/call          base/CPU  requests/s        speed/base  p50 ms  p99 ms  busy  heap MB  rss MB',
        'bare                   100     1.00  1.00 [0.99-1.00]      10,000  1.00 [0.99-1.00]    0.50    2.00  98 %      8.0    64.0',
        'kit                    125     1.25  0.80 [0.80-0.80]       8,000  0.80 [0.80-0.80]    0.50    2.00  98 %      8.0    64.0',
        'trpc is left out: its protocol has none',
        '',
      ].join('\n'),
    );
  });

  test('a server that was not busy is told of', () => {
    const idle = { ...kit, busy: figure([0.4]), loadBusy: figure([0.5]) };
    expect(reportComparison({ ...comparison, contestants: [bare, idle] })).toContain(
      'Not always busy, so their requests/s say little: kit (the load 50 % busy)',
    );
  });

  test('a growth stands beside what it is made of', () => {
    expect(reportScaling([scalingResult('kit', 1.05)])).toBe(
      [
        'hono: a call of batch-1000 against one of batch-100',
        'contestant  µs/call in batch-100  in batch-1000            growth',
        'kit                         1.20           1.26  1.05 [1.05-1.05]',
        '',
      ].join('\n'),
    );
  });
});

describe('as Markdown', () => {
  const page = figuresPage(
    resultsOf({ comparisons: [comparison], scalings: [scalingResult('kit', 1.05)] }),
  );

  test('the conditions are told', () => {
    expect(page).toContain(
      'Measured on 2030-01-02 with Node 20.20.2 on linux, A Processor, 2 cores: 10 rounds of 0.5 s each, shared by 3 processes of each.',
    );
    expect(page).toContain('hono 4.13.19, valibot 1.5.0.');
  });

  test('every framework has its tables, in the formatter’s own form', () => {
    expect(page).toContain(
      [
        '### hono',
        '',
        'CPU time of the server in µs per request, and the base’s share of it:',
        '',
        '|                        |       bare |        kit |',
        '| ---------------------- | ---------: | ---------: |',
        '| the workload batch-100 | 100 (1.00) | 125 (0.80) |',
        '',
      ].join('\n'),
    );
    expect(page).toContain('| the workload batch-100 | 10,000 (1.00) | 8,000 (0.80) |');
    expect(page).toContain('| hono/kit | batch-1000 against batch-100 |');
  });

  test('they stand between two marks of the README, whatever stood there before', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'README.md');
    writeFileSync(
      file,
      'Before\n\n<!-- #region figures -->\n\nold\n\n<!-- #endregion figures -->\n\nAfter\n',
    );
    writeReadme(file, 'new');
    writeReadme(file, 'newer');
    expect(readFileSync(file, 'utf8')).toBe(
      'Before\n\n<!-- #region figures -->\n\nnewer\n\n<!-- #endregion figures -->\n\nAfter\n',
    );
    for (const marks of ['No marks\n', '<!-- #endregion figures -->\n<!-- #region figures -->\n']) {
      writeFileSync(file, marks);
      expect(() => writeReadme(file, 'new')).toThrow('needs the marks <!-- #region figures -->');
      expect(readFileSync(file, 'utf8')).toBe(marks);
    }
  });
});

describe('kept results', () => {
  test('come back as they were', () => {
    const results = resultsOf({ comparisons: [comparison] });
    const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'deep', 'latest.json');
    saveJson(file, results);
    expect(loadJson(file)).toEqual(results);
  });

  test('have a name, not a path', () => {
    expect(resultsFile('before-1')).toMatch(/packages.bench.results.before-1\.json$/);
    expect(() => resultsFile('../before')).toThrow('"../before" is no name for results');
  });
});
