import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { ReadingRules } from '../files/document-files.js';
import { parseReadingRules, READING_HELP, READING_OPTIONS } from './reading-options.js';
import { parseCount, parseOptions, UsageError } from './run-command.js';

/** The arguments of `jsonrpc-kit diff`. */
export interface DiffArguments extends Pick<ReadingRules, 'allowRemote' | 'root'> {
  readonly oldSource: string;
  readonly newSource: string;
  /** The export of a module. */
  readonly exportName: string | undefined;
  readonly failOn: 'types' | 'wire';
  readonly allowUnknown: boolean;
  readonly format: 'github' | 'json' | 'markdown' | 'text';
  readonly ignoreFile: string | undefined;
  /** How long the command may take, in milliseconds. */
  readonly timeout: number;
}

export const DIFF_HELP: string = `Usage: jsonrpc-kit diff <old> <new> [options]

Compares an OpenRPC document with a newer one and reports which changes break clients. <old> and
<new> are each a JSON file, a URL, or a JavaScript module that exports the Api. The command follows
each $ref to a file below the folder of the document, or to another document of the same server.

Options:
  --fail-on <level>  wire (default): fail for changes that break clients at run time
                     types: fail for changes that break clients at compile time as well
  --allow-unknown    do not fail for changes that the comparison can't decide
  --ignore <file>    a JSON file of accepted changes, each with a reason and an expiry date
${READING_HELP}
  --timeout <ms>     how long the command may take (default: 60000)
  --export <name>    the export to use, if a module exports several Apis or a function
  --json             write the changes as JSON
  --github           write annotations for GitHub Actions
  --markdown         write a changelog in Markdown
  --help             print this help

Exit codes:
  0  the new document is compatible
  1  a change breaks clients, or an entry of the ignore file has expired
  2  the comparison failed
`;

const config = {
  allowPositionals: true,
  options: {
    'fail-on': { type: 'string', default: 'wire' },
    'allow-unknown': { type: 'boolean', default: false },
    ignore: { type: 'string' },
    timeout: { type: 'string', default: '60000' },
    ...READING_OPTIONS,
    export: { type: 'string' },
    json: { type: 'boolean', default: false },
    github: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
} satisfies ParseArgsConfig;

/**
 * Parses the arguments of the command line. Returns undefined for `--help`.
 *
 * @throws UsageError that says what is wrong
 */
export function parseDiffArguments(args: readonly string[]): DiffArguments | undefined {
  const { values, positionals } = parseOptions(() => parseArgs({ ...config, args: [...args] }));
  if (values.help) return undefined;
  const [oldSource, newSource, ...others] = positionals;
  if (oldSource === undefined || newSource === undefined || others.length > 0) {
    throw new UsageError(`Expected two documents, <old> and <new>, but got ${positionals.length}`);
  }
  const failOn = values['fail-on'];
  if (failOn !== 'wire' && failOn !== 'types') {
    throw new UsageError(`--fail-on must be wire or types, not ${failOn}`);
  }
  const formats = (['json', 'github', 'markdown'] as const).filter((format) => values[format]);
  if (formats.length > 1) throw new UsageError(`Choose one of --${formats.join(', --')}`);
  return {
    oldSource,
    newSource,
    exportName: values.export,
    failOn,
    allowUnknown: values['allow-unknown'],
    format: formats[0] ?? 'text',
    ignoreFile: values.ignore,
    ...parseReadingRules(values),
    timeout: parseCount('--timeout', values.timeout),
  };
}
