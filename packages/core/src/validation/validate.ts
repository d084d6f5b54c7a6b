import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { MaybePromise } from '../flow/maybe-promise.js';
import type { ProblemBudget } from '../protocol/problem-budget.js';
import { isValibotSchema, validateWithValibot } from './valibot-limit.js';

/** What a validation belongs to: a call, or an HTTP request. */
export interface ValidationScope {
  readonly problemBudget: ProblemBudget;
}

/** A value that its schema rejects. */
export interface Rejection extends StandardSchemaV1.FailureResult {
  /** Whether validation stopped before the end of the value. */
  readonly isIncomplete?: boolean | undefined;
}

export type Validation = StandardSchemaV1.SuccessResult<unknown> | Rejection;

export type Validate = (value: unknown, scope: ValidationScope) => MaybePromise<Validation>;

/**
 * Prepares the validation of many values. A wrong value of valibot costs about as much as a valid
 * one; other libraries list every problem of a value before they return.
 */
export function compileValidate(schema: StandardSchemaV1): Validate {
  if (isValibotSchema(schema)) return validateWithValibot(schema);
  // Looked up once: some libraries build a new object at every access of `~standard`.
  const { validate } = schema['~standard'];
  return (value) => validate(value);
}
