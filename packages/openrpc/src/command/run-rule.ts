import { parseArgs } from 'node:util';
import { HEADINGS } from '../diff/report/group-changes.js';
import { guidePage } from '../diff/report/rule-page.js';
import { ruleText } from '../diff/report/rule-text.js';
import { type RuleId, rules } from '../diff/rules/rules.js';
import { type CommandOutput, parseOptions, runCommand, UsageError } from './run-command.js';

const ids = Object.keys(rules) as RuleId[];

const HELP = `Usage: jsonrpc-kit rule <id>

Explains a rule of "jsonrpc-kit diff": what changed, who breaks, an example, and how to avoid the
change.

Options:
  --help             print this help

Exit codes:
  0  success
  2  there is no such rule

`;

/**
 * Runs `jsonrpc-kit rule`.
 *
 * @returns the exit code: 0 for a page, 2 without one
 */
export async function runRule(args: readonly string[], output: CommandOutput): Promise<0 | 1 | 2> {
  return runCommand('jsonrpc-kit rule', output, async () => {
    const config = { help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseOptions(() =>
      parseArgs({ args: [...args], allowPositionals: true, options: config }),
    );
    if (values.help === true) {
      await output.stdout(`${HELP}${listRules()}\n\nAll rules: ${guidePage()}\n`);
      return 0;
    }
    const [id, ...others] = positionals;
    if (id === undefined || others.length > 0) {
      throw new UsageError(
        `Expected the id of one rule, such as method-removed, but got ${positionals.length}`,
      );
    }
    if (!isRule(id)) throw new UsageError(`There is no rule "${id}". ${adviceFor(id)}`);
    await output.stdout(ruleText(id, output.hasColor === true));
    return 0;
  });
}

function isRule(id: string): id is RuleId {
  return Object.hasOwn(rules, id);
}

function listRules(): string {
  return HEADINGS.map(([severity, heading]) => {
    const listed = ids.filter((id) => rules[id].severity === severity);
    return [`${heading}:`, ...listed.map((id) => `  ${id}`)].join('\n');
  }).join('\n\n');
}

/** Every rule has fewer characters. A longer id is not compared with them. */
const MAX_LENGTH = 60;

function adviceFor(id: string): string {
  const nearest = id.length <= MAX_LENGTH ? nearestRule(id.toLowerCase()) : undefined;
  return nearest === undefined ? 'The option --help lists all rules' : `Did you mean "${nearest}"?`;
}

/** Returns the rule with the most words of the id and, of several, with the fewest edits. */
function nearestRule(id: string): RuleId | undefined {
  const words = id.split('-');
  const [nearest] = ids
    .map((rule) => ({
      rule,
      missing: words.filter((word) => !rule.split('-').includes(word)).length,
      edits: editDistance(id, rule),
    }))
    .toSorted((a, b) => a.missing - b.missing || a.edits - b.edits);
  if (nearest === undefined) return undefined;
  return nearest.missing === 0 || nearest.edits <= id.length / 3 ? nearest.rule : undefined;
}

/** Returns how many letters to add, remove or replace to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of from.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of to.split('').entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
