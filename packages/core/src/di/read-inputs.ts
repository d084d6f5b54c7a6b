import { ignoreRejection, isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { InvalidParams } from '../errors/standard-errors.js';
import type { Problem } from '../jsonrpc/problem.js';
import type { RequestParams } from '../jsonrpc/request.js';
import { toProblems } from '../validation/to-problems.js';
import { compileValidate, type Rejection, type Validation } from '../validation/validate.js';
import type { ResolutionContext } from './argument-source.js';
import type { DeclaredInput, Plan, RequestInput, ValueKey, Values } from './plan.js';

/** @param position the index of a named parameter that is sent by position */
export function compileInput(input: DeclaredInput, key: ValueKey, position: number): RequestInput {
  const { in: where, name, schema } = input;
  const read = reader(input, position);
  return { in: where, name, schema, key, read, validate: compileValidate(schema) };
}

function reader({ in: where, name }: DeclaredInput, position: number): RequestInput['read'] {
  switch (where) {
    case 'params':
      return (params) => params;
    case 'header':
      return (_, context) => context.carrier.header(name);
    case 'cookie':
      return (_, { cookies }) => cookies[name];
    case 'param':
      return paramReader(name, position);
  }
}

function paramReader(name: string, position: number): RequestInput['read'] {
  // Only names that every object inherits, such as `toString`, need the slower check.
  const read: (params: Readonly<Record<string, unknown>>) => unknown =
    name in Object.prototype
      ? (params) => (Object.hasOwn(params, name) ? params[name] : undefined)
      : (params) => params[name];
  return (params) =>
    Array.isArray(params)
      ? (params as readonly unknown[])[position]
      : read(params as Readonly<Record<string, unknown>>);
}

type Problems = Iterable<Problem> | undefined;

/**
 * Reads and validates all request inputs.
 *
 * @throws InvalidParams with the problems of all inputs, within the budget of the context
 */
export function readInputs(
  plan: Plan,
  context: ResolutionContext,
  values: Values,
): MaybePromise<void> {
  const params = normalizeParams(plan, context.params);
  const structureProblem = findStructureProblem(plan, params);
  let found: MaybePromise<Problems>[] | undefined = structureProblem && [[structureProblem]];
  for (const input of plan.inputs) {
    // If params have the wrong structure, every parameter would be reported as missing.
    if (structureProblem && (input.in === 'param' || input.in === 'params')) continue;
    const raw = input.read(params, context);
    const validation = input.validate(raw, context);
    if (isPromise(validation)) {
      (found ??= []).push(acceptAfter(validation, input, { raw, values }));
    } else if (validation.issues === undefined) {
      values[input.key] = validation.value;
    } else {
      (found ??= []).push(findInputProblems(input, raw, validation));
    }
  }
  if (found === undefined) return;
  return found.some(isPromise)
    ? throwProblemsAfter(context, found)
    : throwProblems(context, found as Problems[]);
}

/** Sets the value of an input, or returns its problems, when an asynchronous validation has ended. */
function acceptAfter(
  validation: Promise<Validation>,
  input: RequestInput,
  { raw, values }: { readonly raw: unknown; readonly values: Values },
): Promise<Problems> {
  // Keeps the arguments in the order of their declaration.
  values[input.key] = undefined;
  const problems = validation.then((result): Problems => {
    if (result.issues !== undefined) return findInputProblems(input, raw, result);
    values[input.key] = result.value;
    return undefined;
  });
  // A later input may throw before anything awaits this one.
  return ignoreRejection(problems);
}

/**
 * Not a closure in {@link readInputs}, which would cost every call an allocation.
 *
 * @throws InvalidParams if one of the lists exists
 */
async function throwProblemsAfter(
  context: ResolutionContext,
  found: readonly MaybePromise<Problems>[],
): Promise<void> {
  throwProblems(context, await Promise.all(found as readonly PromiseLike<Problems>[]));
}

/** @throws InvalidParams if one of the lists exists */
function throwProblems({ problemBudget }: ResolutionContext, lists: readonly Problems[]): void {
  if (lists.every((list) => list === undefined)) return;
  throw new InvalidParams({ errors: problemBudget.report(concat(lists)) });
}

function* concat(lists: readonly Problems[]): Generator<Problem> {
  for (const list of lists) yield* list ?? [];
}

const NO_NAMES: NonNullable<RequestParams> = Object.freeze({});
const NO_POSITIONS: NonNullable<RequestParams> = Object.freeze([]);

/**
 * Returns empty params if the request has none. An empty array is accepted for named parameters too,
 * because jayson, viem and ethers send `[]` instead of omitting `params`.
 */
function normalizeParams({ structure }: Plan, params: RequestParams): NonNullable<RequestParams> {
  if (structure === 'by-name' && Array.isArray(params) && params.length === 0) return NO_NAMES;
  return params ?? (structure === 'by-position' ? NO_POSITIONS : NO_NAMES);
}

function findStructureProblem(
  { structure, positionCount }: Plan,
  params: NonNullable<RequestParams>,
): Problem | undefined {
  if (!Array.isArray(params)) {
    if (structure !== 'by-position') return undefined;
    const msg = 'This method accepts params by position only. Send an array.';
    return { loc: [], msg, type: 'by-position' };
  }
  if (structure === 'by-name') {
    const msg = 'This method accepts params by name only. Send an object.';
    return { loc: [], msg, type: 'by-name' };
  }
  if (positionCount === undefined || params.length <= positionCount) return undefined;
  const msg = `This method accepts at most ${positionCount} positional parameters`;
  return { loc: [], msg, type: 'too_many_positions' };
}

const NOUNS = { param: 'parameter', params: 'params', header: 'header', cookie: 'cookie' } as const;

/** Returns the problems of a rejected input. */
function findInputProblems(
  { in: where, name, schema }: RequestInput,
  raw: unknown,
  rejection: Rejection,
): Iterable<Problem> {
  const loc = where === 'params' ? [] : where === 'param' ? [name] : [`<${where}>`, name];
  // JSON has no undefined, so the member is missing.
  if (raw === undefined) {
    return [{ loc, msg: `Missing required ${NOUNS[where]}`, type: 'missing' }];
  }
  return toProblems(schema, loc, rejection);
}
