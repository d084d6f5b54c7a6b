import * as v from 'valibot';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { ProblemBudget } from '../jsonrpc/problem.js';

/** The call or HTTP request that a validation belongs to. */
export interface ValidationContext {
  readonly problemBudget: ProblemBudget;
}

/** The result of validating an invalid value. */
export interface Rejection extends StandardSchemaV1.FailureResult {
  /** Whether validation stopped before the end of the value. */
  readonly isIncomplete?: boolean | undefined;
}

export type Validation = StandardSchemaV1.SuccessResult<unknown> | Rejection;

export type Validate = (value: unknown, context: ValidationContext) => MaybePromise<Validation>;

/** The rejection of a value that is nested too deeply to be validated. */
export const TOO_DEEP: Rejection = Object.freeze({ issues: Object.freeze([]) });

/**
 * Prepares a schema for validating many values. Rejects a value whose depth overflows the stack. Limits
 * the work that valibot spends on an invalid value. Other libraries can't be limited: they find all
 * problems before they return.
 */
export function compileValidate(schema: StandardSchemaV1): Validate {
  if (isValibotSchema(schema)) {
    // All values share one run, because a synchronous run has ended before the next one begins.
    return schema.async
      ? (value, context) => limitValibot(schema)(value, context)
      : limitValibot(schema);
  }
  // Looked up only once, because some libraries create a new object at every access of `~standard`.
  const { validate } = schema['~standard'];
  return (value) => {
    try {
      const validation = validate(value);
      return isPromise(validation)
        ? validation.then(undefined, (error: unknown) => rejectDeepValue(value, error))
        : validation;
    } catch (error) {
      return rejectDeepValue(value, error);
    }
  };
}

/** @throws the error if it isn't due to the depth of the value */
function rejectDeepValue(value: unknown, error: unknown): Rejection {
  if (error instanceof RangeError && measureValue(value) === Infinity) return TOO_DEEP;
  throw error;
}

/** A schema of valibot 1, possibly from another copy of the library. */
interface ValibotSchema extends StandardSchemaV1 {
  readonly async: boolean;
  readonly '~run': (
    dataset: { readonly typed: false; readonly value: unknown; readonly issues: undefined },
    config: v.Config<v.BaseIssue<unknown>>,
  ) => MaybePromise<Validation>;
}

/** Whether a schema comes from any copy of valibot that can be run with a config. */
function isValibotSchema(schema: StandardSchemaV1): schema is ValibotSchema {
  return (
    schema['~standard'].vendor === 'valibot' &&
    '~run' in schema &&
    typeof schema['~run'] === 'function'
  );
}

/** Enough for 500 problems of a flat value: valibot reads `abortEarly` at least twice for each. */
const MAX_READS_PER_VALUE = 1_000;

/** Enough for the first problem of a deep value. */
const COST_OF_DEEP_READ = 500;

/**
 * Runs valibot with a config that counts how often valibot reads `abortEarly`, and stops the validation
 * at a maximum. valibot reads it for every issue, and again at each level above it, where it adds a key
 * to the path of every issue. The work of an issue therefore grows with the square of its depth, so
 * that a deep value stops at its first issue. For a valid value, `abortEarly` is read only if a union
 * tries its options.
 */
function limitValibot(schema: ValibotSchema): Validate {
  let value: unknown;
  let context: ValidationContext | undefined;
  /** Measured when valibot reports the first issue: most values have none. */
  let size: number | undefined;
  let reads = 0;
  let isCopied = false;
  let isIncomplete = false;

  const mustStop = (): boolean => {
    const isCopy = isCopied;
    isCopied = false;
    if (context === undefined) return true;
    size ??= measureValue(value);
    // A copy reads `abortEarly` only once, so it is either charged for the whole value, or stops at its
    // first issue.
    const cost = isCopy ? size : size === Infinity ? COST_OF_DEEP_READ : 1;
    if (reads + cost <= MAX_READS_PER_VALUE && context.problemBudget.spend(cost)) {
      reads += cost;
      return false;
    }
    isIncomplete = true;
    return true;
  };
  const config: v.Config<v.BaseIssue<unknown>> & { readonly isCopied: undefined } = {
    // Only read by `{ ...config }`, as in v.config() and v.message(). The copy has no getters: it
    // keeps the value that `abortEarly` returns next.
    get isCopied() {
      isCopied = true;
      return undefined;
    },
    get lang() {
      return v.getGlobalConfig().lang;
    },
    message: undefined,
    get abortEarly() {
      return mustStop() || v.getGlobalConfig().abortEarly;
    },
    get abortPipeEarly() {
      return v.getGlobalConfig().abortPipeEarly;
    },
  };
  const finish = (dataset: Validation): Validation => {
    value = undefined;
    context = undefined;
    return dataset.issues === undefined || dataset === TOO_DEEP
      ? dataset
      : { issues: dataset.issues, isIncomplete };
  };
  const fail = (error: unknown): Validation => finish(rejectDeepValue(value, error));

  return (nextValue, nextContext) => {
    value = nextValue;
    context = nextContext;
    size = undefined;
    reads = 0;
    isIncomplete = false;
    try {
      // With all members, because valibot sets them, and V8 would have to grow the object.
      const dataset = schema['~run']({ typed: false, value, issues: undefined }, config);
      return isPromise(dataset) ? dataset.then(finish, fail) : finish(dataset);
    } catch (error) {
      return fail(error);
    }
  };
}

const MAX_DEPTH = 100;
const MAX_SIZE = 1_000_000;

/**
 * Counts the nested values of a value. Returns Infinity if it has more than 100 levels. Stops at a
 * maximum, because the value may have cycles.
 */
export function measureValue(value: unknown): number {
  let size = 1;
  let level = [value];
  for (let depth = 0; level.length > 0 && size < MAX_SIZE; depth += 1) {
    if (depth > MAX_DEPTH) return Infinity;
    const children: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'object' && item !== null) {
        for (const child of Object.values(item)) children.push(child);
      }
    }
    size += children.length;
    level = children;
  }
  return size;
}
