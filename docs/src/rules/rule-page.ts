import { diff, type RuleId, rules } from '@jsonrpc-kit/openrpc/diff';
import { diffLines } from 'diff';
import type { Example } from './rule-guide.js';
import { ruleGuides } from './rule-guides.js';

/** Returns the page about a rule, as Markdown. */
export function rulePage(rule: RuleId): string {
  const { severity, consequence } = rules[rule];
  const { change, advice, example } = ruleGuides[rule];
  const breaks = severity === 'wire' || severity === 'types';
  const heading = breaks ? 'How to avoid breaking clients' : 'What to do';
  return `---
title: ${rule}
description: ${JSON.stringify(`${consequence}. A rule of jsonrpc-kit diff.`)}
outline: false
editLink: false
---

# ${rule}

A rule of [\`jsonrpc-kit diff\`](../breaking-changes.md). Severity:
[\`${severity}\`](../breaking-changes.md#severities).

**What changed.** ${change}

**Who breaks.** ${severity === 'compatible' ? `No existing client. ${consequence}` : consequence}.

## Example

\`\`\`diff
${linesOf(example)}
\`\`\`

\`\`\`text
${messageOf(rule, example)}
\`\`\`

## ${heading}

${advice}
`;
}

function linesOf({ excerpts }: Example): string {
  const [old = '', next = ''] = excerpts.map((value) => `${JSON.stringify(value, undefined, 2)}\n`);
  return diffLines(old, next)
    .flatMap(({ value, added, removed }) => {
      const sign = added ? '+' : removed ? '-' : ' ';
      return value
        .trimEnd()
        .split('\n')
        .map((line) => `${sign} ${line}`);
    })
    .join('\n');
}

/** @throws Error if the rule doesn't report the example */
function messageOf(rule: RuleId, { old, next }: Example): string {
  const change = diff(old, next).find((one) => one.rule === rule);
  if (change === undefined) throw new Error(`The rule ${rule} doesn't report its example`);
  return `${rule}: ${change.message}`;
}
