import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPromise } from '../flow/maybe-promise.js';
import { ProblemBudget } from '../protocol/problem-budget.js';
import { problemsOfIssues, textOfProblems } from '../validation/problems-of-issues.js';
import type { ErrorDescription } from './error-class.js';

type Models = Pick<ErrorDescription, 'dataModel' | 'errorModel'> & { readonly name: string };

/** The data as its models give it. Wrong data is the programmer's error, so it says so at once. */
export function validateData(models: Models, data: unknown): unknown {
  const { dataModel, errorModel, name } = models;
  if (dataModel === undefined && errorModel === undefined) {
    if (data === undefined) return undefined;
    throw new TypeError(`${name} takes no data: give its class a data schema, or leave it out`);
  }
  const valid = dataModel === undefined ? data : validate(dataModel, data, `${name} data`);
  const errors = errorModel && (data as { errors?: unknown } | undefined)?.errors;
  if (errorModel === undefined || errors === undefined) return valid;
  if (!Array.isArray(errors)) throw new TypeError(`${name} data.errors must be an array`);
  return {
    ...(valid as object),
    errors: errors.map((item, index) =>
      validate(errorModel, item, `${name} data.errors[${index}]`),
    ),
  };
}

function validate(schema: StandardSchemaV1, value: unknown, what: string): unknown {
  const result = schema['~standard'].validate(value);
  if (isPromise(result)) {
    throw new TypeError(
      `${what}: its schema is asynchronous; an error's data needs a synchronous one`,
    );
  }
  if (result.issues === undefined) return result.value;
  const found = new ProblemBudget().report(problemsOfIssues(schema, [], result));
  throw new TypeError(`${what} is not what its schema says: ${textOfProblems(found)}`);
}
