/**
 * One entry of `error.data.errors`: what is wrong, and where. The rejected value itself is never in
 * it.
 */
export interface Problem {
  /** The path: `['amount']`, `['items', 0, 'sku']`, `['<header>', 'auth-token']`. */
  readonly loc: readonly (string | number)[];
  /** What is wrong, for people. */
  readonly msg: string;
  /** A short machine-readable word: `'missing'`, `'string'`, `'gt_value'`. */
  readonly type: string;
  /** What the schema says of it, as `{ expected: '>=1' }`. */
  readonly ctx?: Readonly<Record<string, unknown>> | undefined;
}

/** The last entry of a list that is cut, or whose validation stopped before the end of the value. */
export const MORE_PROBLEMS: Problem = Object.freeze({
  loc: [],
  msg: 'There may be more problems',
  type: 'more_problems',
});

/** How many problems one call reports; {@link MORE_PROBLEMS} comes on top. */
export const MAX_PROBLEMS_PER_CALL = 100;

/** The problems that a call can report, and one more, which tells that there are more. */
export function firstProblems(found: Iterable<Problem>): readonly Problem[] {
  const problems: Problem[] = [];
  for (const problem of found) {
    if (problems.push(problem) > MAX_PROBLEMS_PER_CALL) break;
  }
  return problems;
}

const MAX_TEXT_LENGTH = 1_000;
const MAX_NAME_LENGTH = 100;
const MAX_PATH_LENGTH = 100;

/** Shortens a text of a problem: a schema may expect one of 10,000 words. */
export function boundText(text: string, maxLength: number = MAX_TEXT_LENGTH): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

/** Shortens a path and its names, which may be keys that the client chose. */
export function boundPath(path: readonly (string | number)[]): (string | number)[] {
  return path
    .slice(0, MAX_PATH_LENGTH)
    .map((key) => (typeof key === 'number' ? key : boundText(key, MAX_NAME_LENGTH)));
}
