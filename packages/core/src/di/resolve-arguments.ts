import {
  continueWith,
  ignoreRejection,
  isPromise,
  type MaybePromise,
} from '../async/maybe-promise.js';
import type { ResolutionContext } from './argument-source.js';
import { type Arguments, buildArguments, type Values } from './argument-values.js';
import { isGenerator } from './dependency-stack.js';
import type { DependencyStep, Plan } from './plan.js';
import { readInputs } from './read-inputs.js';

/** Creates the values of a plan, for {@link resolveArguments} to set and {@link argumentsFrom} to read. */
export function createValues({ hasOnlyInputs, size }: Plan): Values {
  if (hasOnlyInputs) return {};
  const values: Record<number, unknown> = new Array<unknown>(size);
  return values;
}

/** Returns the arguments of the handler. */
export function argumentsFrom({ hasOnlyInputs, args }: Plan, values: Values): Arguments {
  return hasOnlyInputs ? values : buildArguments(args, values);
}

/**
 * Resolves the values of a plan and writes them to `values`. Synchronous if all sources are.
 *
 * @throws InvalidParams with all problems of the inputs, or the error of a source or dependency
 */
export function resolveArguments(
  plan: Plan,
  context: ResolutionContext,
  values: Values,
): MaybePromise<void> {
  for (const { key, read } of plan.credentials) values[key] = read(context);
  return continueWith(readInputs(plan, context, values), () => {
    for (const { key, read } of plan.reads) values[key] = read(context);
    return continueWith(openResources(plan, context, values), () =>
      runSteps(plan.steps, context, values),
    );
  });
}

/** @throws Error if a resource is not provided or can't be opened */
function openResources(
  { resources }: Plan,
  context: ResolutionContext,
  values: Values,
): MaybePromise<unknown> {
  let pending: Promise<void>[] | undefined;
  for (const { key, resource } of resources) {
    const opening = continueWith(context.resources.open(resource), ({ value }) => {
      values[key] = value;
    });
    if (isPromise(opening)) (pending ??= []).push(ignoreRejection(opening));
  }
  return pending && Promise.all(pending);
}

/** Runs one dependency after another. */
function runSteps(
  steps: readonly DependencyStep[],
  context: ResolutionContext,
  values: Values,
): MaybePromise<void> {
  for (let index = 0; index < steps.length; index += 1) {
    if (context.interruption !== undefined) throw context.interruption;
    const step = steps[index] as DependencyStep;
    const value = runStep(step, context, values);
    if (isPromise(value)) {
      return value.then((resolved) => {
        values[step.key] = resolved;
        return runSteps(steps.slice(index + 1), context, values);
      });
    }
    values[step.key] = value;
  }
}

function runStep(
  { dependency, args }: DependencyStep,
  context: ResolutionContext,
  values: Readonly<Values>,
): MaybePromise<unknown> {
  const returned = dependency.resolve(buildArguments(args, values));
  // A thenable, such as a query builder, becomes a native promise.
  if (isPromise(returned)) return Promise.resolve(returned);
  return isGenerator(returned)
    ? context.dependencyStack.open(returned, dependency.name, dependency.teardown)
    : returned;
}
