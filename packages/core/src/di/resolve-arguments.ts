import { ignoreRejection, isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { ResolutionContext } from './argument-source.js';
import { type Arguments, buildArguments, type Values } from './argument-values.js';
import { isGenerator } from './dependency-stack.js';
import type { DependencyStep, Plan, ResourceRead } from './plan.js';
import type { OpenResource } from './provided-resources.js';
import { readInputs } from './read-inputs.js';

/** Creates the values of a plan, for {@link resolveArguments} to set and {@link argumentsFrom} to read. */
export function createValues({ hasOnlyInputs, size }: Plan): Values {
  if (hasOnlyInputs) return {};
  const places: Record<number, unknown> = new Array<unknown>(size);
  return places;
}

/** Returns the arguments of the handler. */
export function argumentsFrom({ hasOnlyInputs, args }: Plan, values: Values): Arguments {
  return hasOnlyInputs ? values : buildArguments(args, values);
}

/**
 * Puts the values of a plan at their places, at once where nothing of it is asynchronous.
 *
 * @throws InvalidParams with all problems at once, and whatever a dependency throws
 */
export function resolveArguments(
  plan: Plan,
  scope: ResolutionContext,
  values: Values,
): MaybePromise<void> {
  for (const { key, read } of plan.credentials) values[key] = read(scope);
  const checked = readInputs(plan, scope, values);
  return isPromise(checked)
    ? fillRestLater(checked, plan, scope, values)
    : fillRest(plan, scope, values);
}

function fillRestLater(
  checked: Promise<void>,
  plan: Plan,
  scope: ResolutionContext,
  values: Values,
): Promise<void> {
  return checked.then(() => fillRest(plan, scope, values));
}

function fillRest(plan: Plan, scope: ResolutionContext, values: Values): MaybePromise<void> {
  const { reads, resources, steps } = plan;
  for (const { key, read } of reads) values[key] = read(scope);
  const opening = readResources(resources, scope, values);
  return opening === undefined
    ? runSteps(steps, 0, scope, values)
    : runStepsWhenOpen(opening, plan, scope, values);
}

function runStepsWhenOpen(
  opening: Promise<void>,
  { steps }: Plan,
  scope: ResolutionContext,
  values: Values,
): Promise<void> {
  return opening.then(() => runSteps(steps, 0, scope, values));
}

/** One dependency after another; awaits only what is a promise. */
function runSteps(
  steps: readonly DependencyStep[],
  from: number,
  scope: ResolutionContext,
  values: Values,
): MaybePromise<void> {
  for (let index = from; index < steps.length; index += 1) {
    if (scope.interruption !== undefined) throw scope.interruption;
    const step = steps[index] as DependencyStep;
    const value = runStep(step, scope, values);
    if (isPromise(value)) return runStepsLater(value, steps, index, scope, values);
    values[step.key] = value;
  }
}

function runStepsLater(
  value: Promise<unknown>,
  steps: readonly DependencyStep[],
  index: number,
  scope: ResolutionContext,
  values: Values,
): Promise<void> {
  return value.then((made) => {
    values[(steps[index] as DependencyStep).key] = made;
    return runSteps(steps, index + 1, scope, values);
  });
}

function runStep(
  { dependency, args }: DependencyStep,
  scope: ResolutionContext,
  values: Readonly<Values>,
): MaybePromise<unknown> {
  const made = dependency.resolve(buildArguments(args, values));
  // A thenable, as a query builder is one, is made a promise first.
  if (isPromise(made)) return Promise.resolve(made);
  return isGenerator(made)
    ? scope.dependencyStack.open(made, dependency.name, dependency.teardown)
    : made;
}

/**
 * Puts the values of resources at their places. Returns a promise if one of them is still being
 * opened.
 *
 * @throws Error if one is not provided or can't be opened
 */
function readResources(
  reads: readonly ResourceRead[],
  scope: ResolutionContext,
  values: Values,
): Promise<void> | undefined {
  let opening: Promise<void>[] | undefined;
  for (const { key, resource } of reads) {
    const put = ({ value }: OpenResource): void => {
      values[key] = value;
    };
    const opened = scope.resources.open(resource);
    if (isPromise(opened)) (opening ??= []).push(ignoreRejection(opened.then(put)));
    else put(opened);
  }
  return opening && Promise.all(opening).then(() => undefined);
}
