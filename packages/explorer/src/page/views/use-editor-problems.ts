import { useMemo } from 'preact/hooks';
import { parsePointer } from '@jsonrpc-kit/openrpc';
import { type ParamsProblem, readProblems } from '../call/read-problems.js';
import type { CallOutcome } from '../call/read-response.js';
import type { ParamsCheck } from './use-params-check.js';

/** The first part of the `loc` of a problem that is not in the params. */
const NOT_PARAMS = new Set<unknown>(['<header>', '<cookie>', '<body>']);

/**
 * Returns the problems of the params that the page found, and those that the server reported.
 *
 * @param outcome the outcome of a call with the same params
 */
export function useEditorProblems(
  check: ParamsCheck,
  outcome?: CallOutcome,
): readonly ParamsProblem[] {
  return useMemo(() => {
    const found = check.problems.map(({ path, message }) => ({ loc: parsePointer(path), message }));
    const reported = outcome?.kind === 'error' ? readProblems(outcome.data) : [];
    return [...found, ...reported.filter(({ loc }) => !NOT_PARAMS.has(loc[0]))];
  }, [check, outcome]);
}
