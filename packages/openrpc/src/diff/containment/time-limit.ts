import { createContext, Script } from 'node:vm';

/** How long the evaluation of a pattern, or of a schema for a list of values, may take, in milliseconds. */
export const MAX_EVALUATION = 1_000;

/** The longest time that Node accepts. */
const MAX_LIMIT = 2 ** 31 - 1;

const context = createContext();
const script = new Script('run()');

/**
 * Runs a function, and ends it after a time, even within a regular expression or an endless loop. Limits may be
 * nested.
 *
 * @param timeout in milliseconds
 * @returns undefined if the time is over
 */
export function runWithin<Result>(
  timeout: number,
  run: () => Result,
): { readonly result: Result } | undefined {
  const limit = Math.ceil(Math.min(Math.max(timeout, 1), MAX_LIMIT));
  const outer: unknown = context['run'];
  context['run'] = run;
  try {
    return { result: script.runInContext(context, { timeout: limit }) as Result };
  } catch (error) {
    if ((error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      return undefined;
    }
    throw error;
  } finally {
    context['run'] = outer;
  }
}
