/** One entry of `error.data.errors`. It never contains the rejected value. */
export interface Problem {
  /** The path of the value: `['amount']`, `['items', 0, 'sku']`, `['<header>', 'auth-token']`. */
  readonly loc: readonly (string | number)[];
  /** A message for people. */
  readonly msg: string;
  /** A machine-readable word: `'missing'`, `'string'`, `'gt_value'`. */
  readonly type: string;
  /** Details from the schema, such as `{ expected: '>=1' }`. */
  readonly ctx?: Readonly<Record<string, unknown>> | undefined;
}

/** The last entry of a truncated list, or after a validation that stopped early. */
export const MORE_PROBLEMS: Problem = Object.freeze({
  loc: [],
  msg: 'There may be more problems',
  type: 'more_problems',
});

/** The maximum number of problems that a call reports, not counting {@link MORE_PROBLEMS}. */
export const MAX_PROBLEMS_PER_CALL = 100;

/** Returns as many problems as a call reports, and one more if there are more. */
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

/** Truncates a text, because a schema may expect one of 10,000 words, for example. */
export function boundText(text: string, maxLength: number = MAX_TEXT_LENGTH): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

/** Truncates a path and its keys, because clients choose the keys of records. */
export function boundPath(path: readonly (string | number)[]): (string | number)[] {
  return path
    .slice(0, MAX_PATH_LENGTH)
    .map((key) => (typeof key === 'number' ? key : boundText(key, MAX_NAME_LENGTH)));
}

const MAX_PROBLEMS_PER_RESPONSE = 1_000;
const MAX_WORK_PER_RESPONSE = 10_000;

/** Limits the problems that are found and reported for one HTTP request. */
export class ProblemBudget {
  #problems = MAX_PROBLEMS_PER_RESPONSE;
  #work = MAX_WORK_PER_RESPONSE;

  /**
   * Returns the problems that one call reports: at most 100, and at most 1,000 for all calls of the
   * HTTP request. If there are more, the last entry is {@link MORE_PROBLEMS}. Stops iterating at the
   * first problem that isn't reported.
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

  /** Charges a schema library's work on an invalid value. Returns false if the budget is too small. */
  spend(work: number): boolean {
    if (work > this.#work) return false;
    this.#work -= work;
    return true;
  }
}
