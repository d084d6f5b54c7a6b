import { exampleLines, exampleMessage } from '../rules/guides/example-lines.js';
import { ruleGuides } from '../rules/guides/rule-guides.js';
import { type RuleId, rules } from '../rules/rules.js';
import { guidePage, rulePage } from './rule-page.js';
import { bold, dim, plain, SEVERITY_STYLES } from './styles.js';

/** Returns the page about a rule for a terminal. */
export function ruleText(rule: RuleId, hasColor: boolean, documentation?: string): string {
  const { severity, consequence } = rules[rule];
  const page = rulePage(rule, documentation);
  const { change, advice, example } = ruleGuides[rule];
  const breaks = severity === 'wire' || severity === 'types';
  const [title, heading, note, style] = hasColor
    ? [SEVERITY_STYLES[severity], bold, dim, styleOfLine]
    : [plain, plain, plain, plain];
  const who = severity === 'compatible' ? `No existing client. ${consequence}.` : `${consequence}.`;
  return [
    title(`${rule} (${severity})`),
    '',
    ...wrap(`What changed: ${change}`),
    ...wrap(`Who breaks: ${who}`),
    '',
    heading('Example'),
    ...exampleLines(example).map((line) => style(`  ${line}`)),
    '',
    ...wrap(exampleMessage(rule, example), '  '),
    '',
    heading(breaks ? 'How to avoid breaking clients' : 'What to do'),
    ...wrap(advice, '  '),
    '',
    ...(page === undefined ? [] : [note(`This page: ${page}`)]),
    note(`All rules: ${guidePage(documentation) ?? 'jsonrpc-kit rule --help'}`),
    '',
  ].join('\n');
}

function styleOfLine(line: string): string {
  if (line.startsWith('  -')) return SEVERITY_STYLES.wire(line);
  return line.startsWith('  +') ? SEVERITY_STYLES.compatible(line) : line;
}

const WIDTH = 100;

/** Breaks a text between words. A link of Markdown becomes its text. */
function wrap(markdown: string, indent = ''): readonly string[] {
  const lines: string[] = [];
  for (const word of markdown.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(indent + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
