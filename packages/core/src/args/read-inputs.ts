import type { ArgumentScope } from '../context/argument-scope.js';
import { InvalidParams } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import type { RequestParams } from '../protocol/json-rpc-request.js';
import { limitProblems, type Problem } from '../protocol/problem.js';
import type { Values } from './argument-record.js';
import type { Plan } from './plan.js';
import { NO_PROBLEMS, readInput } from './wire-input.js';

/**
 * Reads and checks everything that the client sends.
 *
 * @throws InvalidParams with all problems at once
 */
export function readInputs(plan: Plan, scope: ArgumentScope, values: Values): MaybePromise<void> {
  const params = sentParams(plan, scope.params);
  const misplaced = structureProblem(plan, params);
  let problems: readonly Problem[] = misplaced === undefined ? NO_PROBLEMS : [misplaced];
  let pending: Promise<readonly Problem[]>[] | undefined;
  for (const input of plan.inputs) {
    if (misplaced !== undefined && (input.in === 'param' || input.in === 'params')) continue;
    const found = readInput(input, params, scope, values);
    if (found === NO_PROBLEMS) continue;
    if (isPromise(found)) (pending ??= []).push(found);
    else problems = [...problems, ...found];
  }
  if (pending !== undefined) return refuseLater(problems, pending);
  if (problems.length > 0) refuse(problems);
}

function refuse(problems: readonly Problem[]): never {
  throw new InvalidParams({ errors: limitProblems(problems) });
}

async function refuseLater(
  problems: readonly Problem[],
  pending: readonly Promise<readonly Problem[]>[],
): Promise<void> {
  const all = [problems, ...(await Promise.all(pending))].flat();
  if (all.length > 0) refuse(all);
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
