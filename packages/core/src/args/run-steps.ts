import type { ArgumentScope } from '../context/argument-scope.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { isGenerator } from '../lifetime/open-dependencies.js';
import { recordOf, type Values } from './argument-record.js';
import type { DependencyStep } from './plan.js';

/** One dependency after another; awaits only what is a promise. */
export function runSteps(
  steps: readonly DependencyStep[],
  from: number,
  scope: ArgumentScope,
  values: Values,
): MaybePromise<void> {
  for (let index = from; index < steps.length; index += 1) {
    if (scope.interruption !== undefined) throw scope.interruption;
    const step = steps[index] as DependencyStep;
    const value = runStep(step, scope, values);
    if (isPromise(value)) return runStepsLater(value, steps, index, scope, values);
    values[step.slot] = value;
  }
}

function runStepsLater(
  value: Promise<unknown>,
  steps: readonly DependencyStep[],
  index: number,
  scope: ArgumentScope,
  values: Values,
): Promise<void> {
  return value.then((made) => {
    values[(steps[index] as DependencyStep).slot] = made;
    return runSteps(steps, index + 1, scope, values);
  });
}

function runStep(
  { dependency, args }: DependencyStep,
  scope: ArgumentScope,
  values: Readonly<Values>,
): MaybePromise<unknown> {
  const made = dependency.resolve(recordOf(args, values));
  // A thenable, as a query builder is one, is made a promise first.
  if (isPromise(made)) return Promise.resolve(made);
  return isGenerator(made)
    ? scope.openDependencies.open(made, dependency.name, dependency.teardown)
    : made;
}
