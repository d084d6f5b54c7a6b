import type { Change } from '../change.js';
import type { FilteredChanges } from '../ignore-list.js';
import { byMethod, count, HEADINGS } from './group-changes.js';
import { rulePage } from './rule-page.js';

/** Formats changes as JSON, each with the address of its rule's page, if there is one. */
export function jsonReport(
  { changes, ignored, expired }: Pick<FilteredChanges, 'changes' | 'expired' | 'ignored'>,
  documentation?: string,
): string {
  const withPage = (change: Change) => ({ ...change, page: rulePage(change.rule, documentation) });
  const report = { changes: changes.map(withPage), ignored: ignored.map(withPage), expired };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** Formats changes as a changelog in Markdown, with a link to the page of each rule, if there is one. */
export function markdownReport(changes: readonly Change[], documentation?: string): string {
  if (changes.length === 0) return 'No changes.\n';
  return HEADINGS.flatMap(([severity, heading]) => {
    const groups = byMethod(changes, severity);
    if (groups.size === 0) return [];
    return [
      `## ${heading}`,
      '',
      ...[...groups].flatMap(([method, group]) => [
        `### ${inline(method)}`,
        '',
        // A member of several alternatives has the same change in each.
        ...new Set(
          group.map(({ rule, message }) => {
            const page = rulePage(rule, documentation);
            const link = page === undefined ? `\`${rule}\`` : `[\`${rule}\`](${page})`;
            return `- ${inline(message)}. (${link})`;
          }),
        ),
        '',
      ]),
    ];
  }).join('\n');
}

/** A name in a document may have characters that are markup. */
function inline(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]]/g, String.raw`\$&`).replaceAll('\n', ' ');
}

interface GithubOptions {
  /** The path of the new document. */
  readonly newPath: string;
  readonly isFailure: (change: Change) => boolean;
  readonly documentation?: string;
}

/** Formats changes as commands of GitHub Actions, which shows them at the new document. */
export function githubReport(
  changes: readonly Change[],
  { newPath, isFailure, documentation }: GithubOptions,
): string {
  return changes
    .filter(({ severity }) => severity !== 'compatible')
    .map((change) => {
      const level = isFailure(change) ? 'error' : 'warning';
      const where = change.newPointer ?? change.oldPointer ?? '';
      const title = `${change.rule}${change.method === undefined ? '' : ` in ${change.method}`}`;
      const page = rulePage(change.rule, documentation);
      const link = page === undefined ? '' : `, or see ${page}`;
      const text = `${change.message} (${where}). Run "jsonrpc-kit rule ${change.rule}"${link}`;
      return `::${level} file=${property(newPath)},title=${property(title)}::${data(text)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Formats the number of changes of each severity. */
export function summary(changes: readonly Change[]): string {
  const counts = HEADINGS.map(([severity]) => {
    const number = changes.filter((change) => change.severity === severity).length;
    return `${severity} ${number}`;
  });
  return `${count(changes.length, 'change')}: ${counts.join(', ')}`;
}
