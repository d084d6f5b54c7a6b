import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { InvalidParams } from '../errors/standard-errors.js';
import type { Problem } from '../jsonrpc/problem.js';
import type { RequestParams } from '../jsonrpc/request.js';
import type { ResolutionContext } from './argument-source.js';
import type { Values } from './argument-values.js';
import type { Plan } from './plan.js';
import { readInput } from './request-input.js';

/**
 * Reads and checks everything that the client sends.
 *
 * @throws InvalidParams with all problems at once, as far as the scope's budget goes
 */
export function readInputs(
  plan: Plan,
  scope: ResolutionContext,
  values: Values,
): MaybePromise<void> {
  const params = sentParams(plan, scope.params);
  const misplaced = structureProblem(plan, params);
  let problems: Iterable<Problem>[] | undefined = misplaced && [[misplaced]];
  let pending: Promise<Iterable<Problem> | undefined>[] | undefined;
  for (const input of plan.inputs) {
    if (misplaced !== undefined && (input.in === 'param' || input.in === 'params')) continue;
    const found = readInput(input, params, scope, values);
    if (found === undefined) continue;
    if (isPromise(found)) (pending ??= []).push(found);
    else (problems ??= []).push(found);
  }
  if (pending !== undefined) return rejectLater(scope, problems ?? [], pending);
  if (problems !== undefined) reject(scope, problems);
}

function reject(
  { problemBudget }: ResolutionContext,
  problems: readonly Iterable<Problem>[],
): never {
  throw new InvalidParams({ errors: problemBudget.report(concat(problems)) });
}

async function rejectLater(
  scope: ResolutionContext,
  problems: readonly Iterable<Problem>[],
  pending: readonly Promise<Iterable<Problem> | undefined>[],
): Promise<void> {
  const found = (await Promise.all(pending)).filter((later) => later !== undefined);
  if (problems.length > 0 || found.length > 0) reject(scope, [...problems, ...found]);
}

function* concat(lists: readonly Iterable<Problem>[]): Generator<Problem> {
  for (const list of lists) yield* list;
}

/** jayson, viem and ethers send `[]` where there are no params, also to a method that names them. */
function isEmptyArray(params: RequestParams): boolean {
  return Array.isArray(params) && params.length === 0;
}

/** Absent `params` mean empty ones. */
function sentParams({ structure }: Plan, params: RequestParams): NonNullable<RequestParams> {
  if (structure === 'by-name' && isEmptyArray(params)) return NO_NAMES;
  return params ?? (structure === 'by-position' ? NO_POSITIONS : NO_NAMES);
}

const NO_NAMES: NonNullable<RequestParams> = Object.freeze({});
const NO_POSITIONS: NonNullable<RequestParams> = Object.freeze([]);

/** What is wrong with `params` as a whole; then parameters are not looked at. */
function structureProblem(
  { structure, positions }: Plan,
  params: NonNullable<RequestParams>,
): Problem | undefined {
  if (!Array.isArray(params)) {
    if (structure !== 'by-position') return undefined;
    const msg = 'Parameters of this method are given by position: an array';
    return { loc: [], msg, type: 'by-position' };
  }
  if (structure === 'by-name') {
    const msg = 'Parameters of this method are given by name: an object';
    return { loc: [], msg, type: 'by-name' };
  }
  if (positions === undefined || params.length <= positions) return undefined;
  const msg = `At most ${positions} positional parameters are taken`;
  return { loc: [], msg, type: 'too_many_positions' };
}
