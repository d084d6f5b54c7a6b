import type { Change } from '../diff/change.js';
import { diff, isBreaking } from '../diff/diff.js';
import {
  type FilteredChanges,
  ignoreChanges,
  type IgnoredChange,
  parseIgnoreList,
} from '../diff/ignore-list.js';
import { githubReport, jsonReport, markdownReport, summary } from '../diff/report/reports.js';
import { guidePage } from '../diff/report/rule-page.js';
import { textReport } from '../diff/report/text-report.js';
import { DIFF_HELP, type DiffArguments, parseDiffArguments } from './diff-arguments.js';
import { type CommandOutput, runCommand } from './run-command.js';
import { loadSchemaCommands } from './schema-commands.js';
import { isHttpUrl } from '../files/document-files.js';
import type { LoadedDocument } from '../files/bundle-references.js';
import { loadDocument, loadJsonFile } from '../files/load-document.js';

/**
 * Runs `jsonrpc-kit diff`.
 *
 * @returns the exit code: 0 compatible, 1 not compatible, 2 without a comparison
 */
export async function runDiff(args: readonly string[], output: CommandOutput): Promise<0 | 1 | 2> {
  return runCommand('jsonrpc-kit diff', output, async () => {
    const options = parseDiffArguments(args);
    if (options === undefined) {
      const guide = guidePage() ?? 'jsonrpc-kit rule --help';
      await output.stdout(`${DIFF_HELP}\nSeverities, rules and examples: ${guide}\n`);
      return 0;
    }
    const { oldSource, newSource, timeout } = options;
    const started = performance.now();
    const signal = AbortSignal.timeout(timeout);
    const [old, next] = [
      await load(oldSource, options, signal),
      await load(newSource, options, signal),
    ];
    const problems = new Set([...old.problems, ...next.problems]);
    await output.stderr([...problems].map((problem) => `${problem}\n`).join(''));
    if (signal.aborted) throw new Error(`Reading did not end within ${timeout} ms`);
    const remaining = timeout - (performance.now() - started);
    const changes = diff(old.document, next.document, { timeout: remaining });
    const filtered = ignoreChanges(changes, await loadIgnoreList(options.ignoreFile));
    await output.stdout(report(filtered, options, output.hasColor === true));
    await output.stderr(notes(filtered, options));
    const isCompatible = !filtered.changes.some((change) => isFailure(change, options));
    return isCompatible && filtered.expired.length === 0 ? 0 : 1;
  });
}

/** Reads a document, or generates it from a module that exports an `Api`. */
async function load(
  source: string,
  { exportName, root, allowRemote }: DiffArguments,
  signal: AbortSignal,
): Promise<LoadedDocument> {
  if (isHttpUrl(source) || !/\.[cm]?[jt]s$/.test(source)) {
    return loadDocument(source, { root, allowRemote, signal });
  }
  const { loadOpenRpc } = await loadSchemaCommands([source]);
  return { document: await loadOpenRpc(source, exportName), problems: [] };
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
