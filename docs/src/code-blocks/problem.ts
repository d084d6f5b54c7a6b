import { posix } from 'node:path';

/** Something on a page that doesn't work, or that can't be checked. */
export interface Problem {
  /** The page relative to the folder of the pages: `guide/errors.md`. */
  readonly page: string;
  /** Starts at 1. */
  readonly line: number;
  readonly column?: number;
  /** A summary in the first line, details below it. */
  readonly message: string;
}

/** A problem before its page is known. */
export type ProblemOnPage = Omit<Problem, 'page'>;

/** Formats a problem as a location that editors can jump to, with indented details. */
export function formatProblem({ page, line, column, message }: Problem, folder: string): string {
  const place = [posix.join(folder, page), line, ...(column === undefined ? [] : [column])].join(
    ':',
  );
  return `${place} ${message.trimEnd().replaceAll('\n', '\n    ')}`;
}

/** Sorts problems by page and position. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(
    (a, b) => a.page.localeCompare(b.page) || a.line - b.line || (a.column ?? 0) - (b.column ?? 0),
  );
}
