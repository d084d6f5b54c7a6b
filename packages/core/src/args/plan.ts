import type { ArgumentScope } from '../context/argument-scope.js';
import type { ParamStructure } from '../context/method-route.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { type Arguments, recordOf, type RecordLayout, type Values } from './argument-record.js';
import type { ScopeSource } from './argument-source.js';
import type { Dependency } from './dependency.js';
import { readInputs } from './read-inputs.js';
import { type ResourceRead, readResources } from './read-resources.js';
import { runSteps } from './run-steps.js';
import type { SecurityAlternatives } from './security-source.js';
import type { WireInput } from './wire-input.js';

export interface ScopeRead {
  readonly slot: number;
  /** What it proves, where it reads a credential. */
  readonly security: SecurityAlternatives | undefined;
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
  readonly resources: readonly ResourceRead[];
  /** In the order in which they run. */
  readonly steps: readonly DependencyStep[];
  readonly args: RecordLayout;
  /**
   * Whether the arguments are the inputs and nothing else. Then each value is put where the handler
   * takes it: less to allocate and to copy for most calls.
   */
  readonly hasOnlyInputs: boolean;
  /** How many named parameters there are; undefined where `params()` takes whatever comes. */
  readonly positions: number | undefined;
  readonly structure: ParamStructure;
}

/** To be filled, and then read by {@link argumentsOf}. */
export function emptyValues({ hasOnlyInputs, size }: Plan): Values {
  if (hasOnlyInputs) return {};
  const places: Record<number, unknown> = new Array<unknown>(size);
  return places;
}

/** What the handler is called with. */
export function argumentsOf({ hasOnlyInputs, args }: Plan, values: Values): Arguments {
  return hasOnlyInputs ? values : recordOf(args, values);
}

/**
 * Puts the values of a plan at their places, at once where nothing of it is asynchronous.
 *
 * @throws InvalidParams with all problems at once, and whatever a dependency throws
 */
export function fillValues(plan: Plan, scope: ArgumentScope, values: Values): MaybePromise<void> {
  for (const { slot, read } of plan.credentials) values[slot] = read(scope);
  const checked = readInputs(plan, scope, values);
  return isPromise(checked)
    ? fillRestLater(checked, plan, scope, values)
    : fillRest(plan, scope, values);
}

function fillRestLater(
  checked: Promise<void>,
  plan: Plan,
  scope: ArgumentScope,
  values: Values,
): Promise<void> {
  return checked.then(() => fillRest(plan, scope, values));
}

function fillRest(plan: Plan, scope: ArgumentScope, values: Values): MaybePromise<void> {
  const { reads, resources, steps } = plan;
  for (const { slot, read } of reads) values[slot] = read(scope);
  const opening = readResources(resources, scope, values);
  return opening === undefined
    ? runSteps(steps, 0, scope, values)
    : runStepsWhenOpen(opening, plan, scope, values);
}

function runStepsWhenOpen(
  opening: Promise<void>,
  { steps }: Plan,
  scope: ArgumentScope,
  values: Values,
): Promise<void> {
  return opening.then(() => runSteps(steps, 0, scope, values));
}
