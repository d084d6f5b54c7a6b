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

/** Far more than anybody reads, and few enough that a large wrong request gets no huge answer. */
const MOST_PROBLEMS = 1000;

/** The problems to answer with; of more than {@link MOST_PROBLEMS} the last entry says how many. */
export function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const more = problems.length - MOST_PROBLEMS;
  if (more <= 0) return problems;
  const rest: Problem = { loc: [], msg: `${more} more problems`, type: 'more_problems' };
  return [...problems.slice(0, MOST_PROBLEMS), rest];
}
