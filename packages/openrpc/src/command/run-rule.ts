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
  2  the rule is unknown

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
      const guide = guidePage();
      const link = guide === undefined ? '' : `\nAll rules: ${guide}\n`;
      await output.stdout(`${HELP}${listRules()}\n${link}`);
      return 0;
    }
    const [id, ...others] = positionals;
    if (id === undefined || others.length > 0) {
      throw new UsageError(
        `Expected the id of one rule, such as method-removed, but got ${positionals.length}`,
      );
    }
    if (!isRule(id)) throw new UsageError(`Unknown rule "${id}". ${adviceFor(id)}`);
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

/** Returns the shortest rule that contains all words of the id, or words that begin like them. */
function nearestRule(id: string): RuleId | undefined {
  const words = id.split('-');
  const isSimilar = (word: string, other: string): boolean =>
    word !== '' && (other.startsWith(word) || word.startsWith(other));
  return ids
    .filter((rule) =>
      words.every((word) => rule.split('-').some((other) => isSimilar(word, other))),
    )
    .toSorted((a, b) => a.length - b.length)[0];
}
