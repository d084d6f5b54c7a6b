import type { ArgumentScope } from '../context/argument-scope.js';
import type { ParamStructure } from '../context/method-route.js';
import { InvalidParams } from '../errors/standard-errors.js';
import { isPromise, type MaybePromise, whenDone } from '../flow/maybe-promise.js';
import { isGenerator } from '../lifetime/open-dependencies.js';
import type { RequestParams } from '../protocol/json-rpc-request.js';
import { limitProblems, type Problem } from '../protocol/problem.js';
import type { ScopeSource } from './argument-source.js';
import type { Dependency } from './dependency.js';
import type { SecurityRequirement } from './security-source.js';
import { readInput, type WireInput } from './wire-input.js';

/** The record that a handler or a dependency is called with. */
export type Arguments = Record<string, unknown>;

/** Which values an argument record is made of: names, and their places in the plan's values. */
export interface RecordLayout {
  readonly names: readonly string[];
  readonly slots: readonly number[];
}

export interface ScopeRead {
  readonly slot: number;
  /** What it proves, where it reads a credential. */
  readonly security: SecurityRequirement | undefined;
  readonly read: ScopeSource<unknown>['read'];
}

export interface DependencyStep {
  readonly slot: number;
  readonly dependency: Dependency;
  readonly args: RecordLayout;
}

/** How to come by a handler's arguments: compiled when it is declared, run for every call. */
export interface Plan {
  readonly size: number;
  /** Read first of all. */
  readonly credentials: readonly ScopeRead[];
  /** All of them are checked before any dependency runs. */
  readonly inputs: readonly WireInput[];
  readonly reads: readonly ScopeRead[];
  /** In the order in which they run. */
  readonly steps: readonly DependencyStep[];
  readonly args: RecordLayout;
  /** How many named parameters there are; undefined where `params()` takes whatever comes. */
  readonly positions: number | undefined;
  readonly structure: ParamStructure;
}

/**
 * The arguments for one call, at once where nothing of it is asynchronous.
 *
 * @throws InvalidParams with all problems at once, and whatever a dependency throws
 */
export function resolveArguments(plan: Plan, scope: ArgumentScope): MaybePromise<Arguments> {
  const values = resolveValues(plan, scope);
  return isPromise(values)
    ? values.then((resolved) => recordOf(plan.args, resolved))
    : recordOf(plan.args, values);
}

/** The value of every dependency of the plan, for what is resolved once per HTTP request. */
export function resolveShared(
  plan: Plan,
  scope: ArgumentScope,
): MaybePromise<Map<object, unknown>> {
  return whenDone(
    resolveValues(plan, scope),
    (values) => new Map(plan.steps.map(({ dependency, slot }) => [dependency, values[slot]])),
  );
}

function resolveValues(plan: Plan, scope: ArgumentScope): MaybePromise<unknown[]> {
  const values = new Array<unknown>(plan.size);
  for (const { slot, read } of plan.credentials) values[slot] = read(scope);
  const checked = readInputs(plan, scope, values);
  return isPromise(checked)
    ? checked.then(() => resolveRest(plan, scope, values))
    : resolveRest(plan, scope, values);
}

function resolveRest(
  { reads, steps }: Plan,
  scope: ArgumentScope,
  values: unknown[],
): MaybePromise<unknown[]> {
  for (const { slot, read } of reads) values[slot] = read(scope);
  if (steps.length === 0) return values;
  const done = runSteps(steps, 0, scope, values);
  return isPromise(done) ? done.then(() => values) : values;
}

function readInputs(plan: Plan, scope: ArgumentScope, values: unknown[]): MaybePromise<void> {
  const problems: Problem[] = [];
  const params = paramsInStructure(plan, scope.params, problems);
  const skipsParams = problems.length > 0;
  let pending: Promise<void>[] | undefined;
  for (const input of plan.inputs) {
    if (skipsParams && (input.in === 'param' || input.in === 'params')) continue;
    const read = readInput(input, params, scope, values, problems);
    if (!isPromise(read)) continue;
    // A later input may throw before anybody waits for this one.
    read.catch(() => undefined);
    (pending ??= []).push(read);
  }
  if (pending !== undefined) return Promise.all(pending).then(() => refuse(problems));
  refuse(problems);
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InvalidParams({ errors: limitProblems(problems) });
}

/** `params` as the plan's inputs read it; absent means an empty one. */
function paramsInStructure(
  { structure, positions }: Plan,
  params: RequestParams,
  problems: Problem[],
): RequestParams {
  if (params === undefined) return structure === 'by-position' ? NO_POSITIONS : NO_NAMES;
  if (!Array.isArray(params)) {
    if (structure === 'by-position') {
      const msg = 'Parameters of this method are given by position: an array';
      problems.push({ loc: [], msg, type: 'by-position' });
    }
  } else if (structure === 'by-name') {
    problems.push({
      loc: [],
      msg: 'Parameters of this method are given by name: an object',
      type: 'by-name',
    });
  } else if (positions !== undefined && params.length > positions) {
    problems.push({
      loc: [],
      msg: `At most ${positions} positional parameters are taken`,
      type: 'too_many_positions',
    });
  }
  return params;
}

const NO_NAMES: RequestParams = Object.freeze({});
const NO_POSITIONS: RequestParams = Object.freeze([]);

/** One dependency after another; awaits only what is a promise. */
function runSteps(
  steps: readonly DependencyStep[],
  from: number,
  scope: ArgumentScope,
  values: unknown[],
): MaybePromise<void> {
  for (let index = from; index < steps.length; index += 1) {
    if (scope.interruption !== undefined) throw scope.interruption;
    const step = steps[index] as DependencyStep;
    const value = runStep(step, scope, values);
    if (isPromise(value)) {
      return value.then((resolved) => {
        values[step.slot] = resolved;
        return runSteps(steps, index + 1, scope, values);
      });
    }
    values[step.slot] = value;
  }
}

function runStep(
  { dependency, args }: DependencyStep,
  scope: ArgumentScope,
  values: readonly unknown[],
): MaybePromise<unknown> {
  const made = dependency.resolve(recordOf(args, values));
  if (isGenerator(made)) {
    return scope.openDependencies.open(made, dependency.name, dependency.teardown);
  }
  // A thenable, as a query builder is one, is made a promise first.
  return isPromise(made) ? Promise.resolve(made) : made;
}

function recordOf({ names, slots }: RecordLayout, values: readonly unknown[]): Arguments {
  const record: Arguments = {};
  for (let index = 0; index < names.length; index += 1) {
    record[names[index] as string] = values[slots[index] as number];
  }
  return record;
}
