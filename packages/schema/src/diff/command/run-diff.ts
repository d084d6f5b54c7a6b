import type { Change } from '../change.js';
import { diff, isBreaking } from '../diff.js';
import {
  type FilteredChanges,
  ignoreChanges,
  type IgnoredChange,
  parseIgnoreList,
} from '../ignore-list.js';
import { githubReport, jsonReport, markdownReport, summary } from '../report/reports.js';
import { guidePage } from '../report/rule-page.js';
import { textReport } from '../report/text-report.js';
import { DIFF_HELP, type DiffArguments, parseDiffArguments, UsageError } from './diff-arguments.js';
import { loadDocument, loadJsonFile } from './load-document.js';

/** The streams that the command writes to. */
export interface DiffOutput {
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
  readonly hasColor?: boolean;
}

/**
 * Runs `jsonrpc-kit diff`.
 *
 * @returns the exit code: 0 compatible, 1 not compatible, 2 without a comparison
 */
export async function runDiff(args: readonly string[], output: DiffOutput): Promise<0 | 1 | 2> {
  try {
    const options = parseDiffArguments(args);
    if (options === undefined) {
      await output.stdout(`${DIFF_HELP}\nSeverities, rules and examples: ${guidePage()}\n`);
      return 0;
    }
    const { oldSource, newSource, exportName } = options;
    const problems: string[] = [];
    const load = (source: string): Promise<object> =>
      loadDocument(source, { exportName, onProblem: (problem) => problems.push(problem) });
    const changes = diff(await load(oldSource), await load(newSource));
    await output.stderr([...new Set(problems)].map((problem) => `${problem}\n`).join(''));
    const filtered = ignoreChanges(changes, await loadIgnoreList(options.ignoreFile));
    await output.stdout(report(filtered, options, output.hasColor === true));
    await output.stderr(notes(filtered, options));
    const isCompatible = !filtered.changes.some((change) => isFailure(change, options));
    return isCompatible && filtered.expired.length === 0 ? 0 : 1;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof UsageError ? 'Run "jsonrpc-kit diff --help" for usage.\n' : '';
    await output.stderr(`${message}\n${hint}`);
    return 2;
  }
}

async function loadIgnoreList(path: string | undefined): Promise<readonly IgnoredChange[]> {
  if (path === undefined) return [];
  const content = await loadJsonFile(path);
  try {
    return parseIgnoreList(content);
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
}

function isFailure({ severity }: Change, { failOn, allowUnknown }: DiffArguments): boolean {
  return severity === 'unknown' ? !allowUnknown : isBreaking(severity, failOn);
}

function report(
  { changes, ignored, expired }: FilteredChanges,
  options: DiffArguments,
  hasColor: boolean,
): string {
  switch (options.format) {
    case 'json':
      return jsonReport({ changes, ignored, expired });
    case 'markdown':
      return markdownReport(changes);
    case 'github':
      return githubReport(changes, {
        newPath: options.newSource,
        isFailure: (change) => isFailure(change, options),
      });
    case 'text':
      return textReport(changes, hasColor);
  }
}

/** Returns the notes for standard error: a summary, and the state of the ignore file. */
function notes(
  { changes, ignored, expired, unused }: FilteredChanges,
  { format }: DiffArguments,
): string {
  const entry = ({ rule, method, expires }: IgnoredChange): string =>
    `${rule}${method === undefined ? '' : ` in ${method}`} (${expires})`;
  const lines = [
    ...(format === 'text' ? [summary(changes)] : []),
    ...(ignored.length > 0 ? [`Ignored: ${ignored.length}`] : []),
    ...expired.map(
      (one) => `Expired in the ignore file: ${entry(one)}. Revert the change, or extend the entry`,
    ),
    ...unused.map((one) => `Unused in the ignore file: ${entry(one)}. Remove it`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
