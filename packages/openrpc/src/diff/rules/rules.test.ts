import { describe, expect, test } from 'vitest';
import { type Pair, pairs } from '../../../test/contract-pairs.js';
import { diff } from '../diff.js';
import { type RuleId, rules } from './rules.js';

const all = Object.entries(pairs) as [RuleId, (typeof pairs)[RuleId]][];
const rulesOf = ([old, next]: Pair): readonly RuleId[] => diff(old, next).map(({ rule }) => rule);

describe.each(all)('the rule %s', (rule, { reported, notReported }) => {
  test.each(reported)('reports pair %#', (...pair) => {
    expect(rulesOf(pair)).toContain(rule);
  });

  test.each(notReported)('does not report pair %#', (...pair) => {
    expect(rulesOf(pair)).not.toContain(rule);
  });
});

test('finds no change in a document that is compared with its copy', () => {
  for (const [, { reported, notReported }] of all) {
    for (const document of [...reported, ...notReported].flat()) {
      expect(diff(document, structuredClone(document))).toEqual([]);
    }
  }
});

test('each rule has two pairs of documents, and a third of all pairs break no client', () => {
  const every = all.flatMap(([, { reported, notReported }]) => [...reported, ...notReported]);
  const harmless = every.filter((pair) =>
    rulesOf(pair).every((rule) => rules[rule].severity === 'compatible'),
  );
  expect(Object.keys(pairs).toSorted()).toEqual(Object.keys(rules).toSorted());
  expect(all.filter(([, { reported }]) => reported.length < 2)).toEqual([]);
  expect(all.filter(([, { notReported }]) => notReported.length === 0)).toEqual([]);
  expect(every.length).toBeGreaterThanOrEqual(150);
  expect(harmless.length).toBeGreaterThanOrEqual(every.length / 3);
});
