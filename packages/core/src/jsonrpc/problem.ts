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

const MAX_PROBLEMS_PER_RESPONSE = 1_000;
const MAX_WORK_PER_RESPONSE = 100_000;

/** How much of what is wrong with one HTTP request is still looked for and reported. */
export class ProblemBudget {
  #problems = MAX_PROBLEMS_PER_RESPONSE;
  #work = MAX_WORK_PER_RESPONSE;

  /**
   * Returns the problems that one call reports: at most 100, and 1,000 over all calls. Where there
   * are more, {@link MORE_PROBLEMS} is the last entry. Pulls no more problems than it needs.
   */
  report(found: Iterable<Problem>): readonly Problem[] {
    const max = Math.min(MAX_PROBLEMS_PER_CALL, this.#problems);
    const problems: Problem[] = [];
    let mayHaveMore = false;
    for (const problem of found) {
      if (problem === MORE_PROBLEMS) {
        mayHaveMore = true;
        continue;
      }
      if (problems.length >= max) {
        mayHaveMore = true;
        break;
      }
      problems.push(problem);
    }
    this.#problems -= problems.length;
    return mayHaveMore ? [...problems, MORE_PROBLEMS] : problems;
  }

  /** Pays for a schema library's work on a wrong value; false once nothing is left. */
  spend(work: number): boolean {
    if (this.#work <= 0) return false;
    this.#work -= work;
    return true;
  }
}
