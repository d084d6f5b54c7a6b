import {
  continueWith,
  ignoreRejection,
  isPromise,
  type MaybePromise,
} from '../async/maybe-promise.js';
import type { ResolutionContext } from './argument-source.js';
import { isGenerator } from './dependency-stack.js';
import type { ArgumentLayout, Arguments, DependencyStep, Plan, ValueKey, Values } from './plan.js';
import { readInputs } from './read-inputs.js';

/**
 * Creates the values of a plan, for {@link resolveArguments} to set and {@link argumentsFrom} to read.
 */
export function createValues({ hasOnlyInputs, size }: Plan): Values {
  if (hasOnlyInputs) return {};
  const values: Record<number, unknown> = new Array<unknown>(size);
  return values;
}

/** Returns the arguments of the handler. */
export function argumentsFrom({ hasOnlyInputs, args }: Plan, values: Values): Arguments {
  return hasOnlyInputs ? values : buildArguments(args, values);
}

function buildArguments({ names, keys }: ArgumentLayout, values: Readonly<Values>): Arguments {
  const record: Arguments = {};
  for (let index = 0; index < names.length; index += 1) {
    record[names[index] as string] = values[keys[index] as ValueKey];
  }
  return record;
}

/** The state of resolving the values of a plan for a call or an HTTP request. */
export interface Resolution {
  readonly plan: Plan;
  readonly context: ResolutionContext;
  readonly values: Values;
}

/**
 * Resolves the values of a plan and writes them to `values`. Synchronous if all sources are.
 *
 * Each `…After` function continues after a promise has interrupted the synchronous path. They are
 * separate functions because closures on that path would cost every call an allocation: 6 % of a batch
 * of 100.
 *
 * @throws InvalidParams with all problems of the inputs, or the error of a source or dependency
 */
export function resolveArguments(
  plan: Plan,
  context: ResolutionContext,
  values: Values,
): MaybePromise<void> {
  for (const { key, read } of plan.credentials) values[key] = read(context);
  const reading = readInputs(plan, context, values);
  if (plan.hasOnlyInputs) return reading;
  return isPromise(reading)
    ? resolveRestAfter(reading, { plan, context, values })
    : resolveRest({ plan, context, values });
}

/** Resolves a plan without arguments. Returns the value of every dependency. */
export function resolveDependencies(
  plan: Plan,
  context: ResolutionContext,
): MaybePromise<Map<object, unknown>> {
  const values = createValues(plan);
  return continueWith(
    resolveArguments(plan, context, values),
    () => new Map(plan.steps.map(({ dependency, key }) => [dependency, values[key]])),
  );
}

async function resolveRestAfter(reading: Promise<void>, resolution: Resolution): Promise<void> {
  await reading;
  return resolveRest(resolution);
}

/**
 * Resolves all values but the inputs and credentials, which the values contain already. Synchronous if
 * all sources are.
 *
 * @throws the error of a source or dependency
 */
export function resolveRest(resolution: Resolution): MaybePromise<void> {
  const { plan, context, values } = resolution;
  for (const { key, read } of plan.reads) values[key] = read(context);
  const opening = plan.resources.length === 0 ? undefined : openResources(resolution);
  return opening === undefined ? runSteps(resolution, 0) : runStepsAfter(opening, resolution);
}

/** @throws Error if a resource is not provided or can't be opened */
function openResources({ plan, context, values }: Resolution): Promise<unknown> | undefined {
  let openings: Promise<void>[] | undefined;
  for (const { key, resource } of plan.resources) {
    const opening = continueWith(context.resources.open(resource), ({ value }) => {
      values[key] = value;
    });
    if (isPromise(opening)) (openings ??= []).push(ignoreRejection(opening));
  }
  return openings && Promise.all(openings);
}

/** Runs the dependencies one after another, starting at index `first`. */
function runSteps(resolution: Resolution, first: number): MaybePromise<void> {
  const { plan, context, values } = resolution;
  for (let index = first; index < plan.steps.length; index += 1) {
    if (context.interruption !== undefined) throw context.interruption;
    const step = plan.steps[index] as DependencyStep;
    const value = runStep(step, context, values);
    if (isPromise(value)) return setAndRunSteps(value, resolution, index);
    values[step.key] = value;
  }
}

async function setAndRunSteps(
  value: Promise<unknown>,
  resolution: Resolution,
  index: number,
): Promise<void> {
  const { key } = resolution.plan.steps[index] as DependencyStep;
  resolution.values[key] = await value;
  return runSteps(resolution, index + 1);
}

async function runStepsAfter(opening: Promise<unknown>, resolution: Resolution): Promise<void> {
  await opening;
  return runSteps(resolution, 0);
}

function runStep(
  { dependency, args }: DependencyStep,
  context: ResolutionContext,
  values: Readonly<Values>,
): MaybePromise<unknown> {
  const { dependencyValues } = context.carrier;
  if (dependencyValues?.has(dependency) === true) return dependencyValues.get(dependency);
  const returned = dependency.resolve(buildArguments(args, values));
  // A thenable, such as a query builder, becomes a native promise.
  if (isPromise(returned)) return Promise.resolve(returned);
  return isGenerator(returned)
    ? context.dependencyStack.open(returned, dependency.name, dependency.teardown)
    : returned;
}
