import { diff, type RuleId, rules } from '@jsonrpc-kit/openrpc/diff';
import { ruleGuides } from '@jsonrpc-kit/openrpc/internal/rules';
import { describe, expect, test } from 'vitest';
import { rulePage } from './rule-page.js';

const all = Object.keys(rules) as RuleId[];

describe.each(all)('the page about %s', (rule) => {
  const { example } = ruleGuides[rule];

  test('has an example in which all reported changes have the severity of the rule', () => {
    const found = diff(example.old, example.next).map((change) => change.rule);
    expect(found).toContain(rule);
    const severities = new Set(found.map((id) => rules[id].severity));
    expect([...severities]).toEqual([rules[rule].severity]);
  });

  test('links to pages that exist', () => {
    const links = Array.from(rulePage(rule).matchAll(/\]\(\.\/([\w-]+)\.md\)/g), ([, id]) => id);
    expect(links.filter((id) => !all.includes(id as RuleId))).toEqual([]);
  });
});

test('the page about a rule shows the change, who breaks, the output of the command and advice', () => {
  const page = rulePage('limit-lowered');
  expect(page).toContain('# limit-lowered');
  expect(page).toContain('**Who breaks.** Clients that exceed the new limit are rejected.');
  expect(page).toContain('-     "maxBatchSize": 1000\n+     "maxBatchSize": 100\n');
  expect(page).toContain('limit-lowered: The limit maxBatchSize changed from 1000 to 100.');
  expect(page).toContain('## How to avoid breaking clients');
});
