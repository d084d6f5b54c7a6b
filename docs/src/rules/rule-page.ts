import { type RuleId, rules } from '@jsonrpc-kit/openrpc/diff';
import { exampleLines, exampleMessage, ruleGuides } from '@jsonrpc-kit/openrpc/internal/rules';

/** Guides that show how to follow the advice of a rule. */
const guides: Partial<Record<RuleId, string>> = {
  'param-removed': '[Rename a parameter](../versioning.md#rename-a-parameter)',
  'param-renamed': '[Rename a parameter](../versioning.md#rename-a-parameter)',
};

/** Returns the page about a rule, as Markdown. */
export function rulePage(rule: RuleId): string {
  const { severity, consequence } = rules[rule];
  const { change, advice, example } = ruleGuides[rule];
  const guide = guides[rule];
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
${exampleLines(example).join('\n')}
\`\`\`

\`\`\`text
${exampleMessage(rule, example)}
\`\`\`

## ${heading}

${advice}
${guide === undefined ? '' : `\n${guide} shows how to deprecate a param and to accept two names.\n`}`;
}
