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

/**
 * Prepares a schema for validating many values. Limits the work that valibot spends on an invalid
 * value. Other libraries can't be limited: they find all problems before they return.
 */
export function compileValidate(schema: StandardSchemaV1): Validate {
  if (isValibotSchema(schema)) return validateWithValibot(schema);
  // Looked up only once, because some libraries create a new object at every access of `~standard`.
  const { validate } = schema['~standard'];
  return (value) => validate(value);
}

/** A schema of valibot 1, possibly from another copy of the library. */
interface ValibotSchema extends StandardSchemaV1 {
  readonly async: boolean;
  readonly '~run': (
    dataset: { readonly value: unknown },
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

/** Runs valibot with a config that stops validation when finding problems has cost too much work. */
function validateWithValibot(schema: ValibotSchema): Validate {
  if (schema.async) {
    return async (value, context) => {
      const limit = new ValibotLimit();
      limit.begin(value, context);
      return limit.end(await schema['~run']({ value }, limit.config));
    };
  }
  // All values share one limit, because a synchronous run has ended before the next one begins.
  const limit = new ValibotLimit();
  return (value, context) => {
    limit.begin(value, context);
    const dataset = schema['~run']({ value }, limit.config);
    return isPromise(dataset) ? dataset.then((ready) => limit.end(ready)) : limit.end(dataset);
  };
}

/**
 * Enough for 500 problems of a flat value, 30 problems at a depth of 100, and one problem at a depth of
 * 1,000.
 */
const MAX_WORK_PER_VALUE = 10_000;

/** The work of an issue in a flat value. */
const MIN_WORK = 10;

/**
 * Limits the work of one run. valibot reads `config.abortEarly` for every issue, and again at each
 * level above it, where it adds a key to every path. The work of an issue therefore grows with the
 * square of the value's depth. For a valid value, `abortEarly` is read only if a union tries its
 * options.
 */
class ValibotLimit {
  readonly config: v.Config<v.BaseIssue<unknown>>;

  #value: unknown;
  #context: ValidationContext | undefined;
  /** Undefined until valibot has reported an issue: most values have none. */
  #work: ValibotWork | undefined;
  #isCopied = false;

  constructor() {
    const onCopy = (): void => {
      this.#isCopied = true;
    };
    const mustStop = (): boolean => this.#mustStop();
    const config = {
      // Only read by `{ ...config }`, as in v.config() and v.message(). The copy has no getters: it
      // keeps the value that `abortEarly` returns next.
      get isCopied() {
        return onCopy();
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
    this.config = config;
  }

  begin(value: unknown, context: ValidationContext): void {
    this.#value = value;
    this.#context = context;
    this.#work = undefined;
  }

  end(dataset: Validation): Validation {
    this.#value = undefined;
    this.#context = undefined;
    if (dataset.issues === undefined) return dataset;
    return { issues: dataset.issues, isIncomplete: this.#work?.isIncomplete };
  }

  #mustStop(): boolean {
    const isCopied = this.#isCopied;
    this.#isCopied = false;
    if (this.#context === undefined) return true;
    this.#work ??= new ValibotWork(this.#value, this.#context);
    return isCopied ? this.#work.mustCopyStop() : this.#work.mustStop();
  }
}

/** The work that valibot has spent on the issues of one value. */
class ValibotWork {
  /** Whether validation stopped before the end of the value. */
  isIncomplete = false;

  readonly #context: ValidationContext;
  readonly #costOfIssue: number;
  readonly #costOfValue: number;
  #spent = 0;
  #spentOnCopies = 0;
  #hasStopped = false;

  constructor(value: unknown, context: ValidationContext) {
    const { size, depth } = measureValue(value);
    this.#context = context;
    this.#costOfIssue = Math.max(MIN_WORK, (depth / 8) ** 2);
    this.#costOfValue = this.#costOfIssue * size;
  }

  mustStop(): boolean {
    if (this.#hasStopped) return true;
    if (this.#spent < MAX_WORK_PER_VALUE && this.#pay(this.#costOfIssue)) {
      this.#spent += this.#costOfIssue;
      return false;
    }
    this.#hasStopped = true;
    this.isIncomplete = true;
    return true;
  }

  /**
   * A copy reads `abortEarly` only once, so it is either charged for the whole value, or stops at its
   * first issue.
   */
  mustCopyStop(): boolean {
    const cost = this.#costOfValue;
    if (this.#spentOnCopies + cost <= MAX_WORK_PER_VALUE && this.#pay(cost)) {
      this.#spentOnCopies += cost;
      return false;
    }
    this.isIncomplete = true;
    return true;
  }

  #pay(work: number): boolean {
    return this.#context.problemBudget.spend(work);
  }
}

const MAX_DEPTH = 10_000;
const MAX_SIZE = 1_000_000;

/**
 * Counts the nested values and levels of a value. Stops at a maximum, because the value may have
 * cycles.
 */
export function measureValue(value: unknown): { readonly size: number; readonly depth: number } {
  let size = 1;
  let depth = 0;
  let level = [value];
  while (depth < MAX_DEPTH && size < MAX_SIZE) {
    const children: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'object' && item !== null) {
        for (const child of Object.values(item)) children.push(child);
      }
    }
    if (children.length === 0) break;
    depth += 1;
    size += children.length;
    level = children;
  }
  return { size, depth };
}
