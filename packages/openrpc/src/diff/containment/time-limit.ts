import { createContext, Script } from 'node:vm';

/** How long the evaluation of a pattern, or of a schema for a list of values, may take, in milliseconds. */
export const MAX_EVALUATION = 1_000;

/** The longest time that Node accepts. */
const MAX_LIMIT = 2 ** 31 - 1;

/** The time limits of Node may fire up to this much early, in milliseconds. */
const PRECISION = 2;

const context = createContext();
const script = new Script('run()');

/** When the innermost of the running limits ends. */
let deadline = Infinity;

/**
 * Runs a function, and ends it after a time, even within a regular expression or an endless loop. Limits may be
 * nested.
 *
 * @throws what the function throws, or a {@link isTimeout timeout} if the time of an outer limit is over
 * @param timeout in milliseconds
 * @returns undefined if the time is over
 */
export function runWithin<Result>(
  timeout: number,
  run: () => Result,
): { readonly result: Result } | undefined {
  const limit = Math.ceil(Math.min(Math.max(timeout, 1), MAX_LIMIT));
  const [outerRun, outerDeadline] = [context['run'] as unknown, deadline];
  context['run'] = run;
  deadline = Math.min(outerDeadline, performance.now() + limit);
  try {
    return { result: script.runInContext(context, { timeout: limit }) as Result };
  } catch (error) {
    // Node loses the end of an outer limit that comes while it handles the end of an inner one.
    if (isTimeout(error) && performance.now() < outerDeadline - PRECISION) return undefined;
    throw error;
  } finally {
    context['run'] = outerRun;
    deadline = outerDeadline;
  }
}

/** Whether an error ends a function whose time is over. Don't catch it within the function. */
export function isTimeout(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
