import * as v from 'valibot';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { ProblemBudget } from '../jsonrpc/problem.js';

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

/** What every schema of valibot 1 has, told apart from the copy of valibot that the core has. */
interface ValibotSchema extends StandardSchemaV1 {
  readonly async: boolean;
  readonly '~run': (
    dataset: { readonly value: unknown },
    config: v.Config<v.BaseIssue<unknown>>,
  ) => MaybePromise<Validation>;
}

/** Whether a schema comes from valibot, of whatever version and copy, and can be run with a config. */
function isValibotSchema(schema: StandardSchemaV1): schema is ValibotSchema {
  return (
    schema['~standard'].vendor === 'valibot' &&
    '~run' in schema &&
    typeof schema['~run'] === 'function'
  );
}

/** Runs valibot with a config that ends the run once too much work went into what is wrong. */
function validateWithValibot(schema: ValibotSchema): Validate {
  if (schema.async) {
    return async (value, scope) => {
      const limit = new ValibotLimit();
      limit.begin(value, scope);
      return limit.end(await schema['~run']({ value }, limit.config));
    };
  }
  // One for all values: a synchronous run has ended when the next one begins.
  const limit = new ValibotLimit();
  return (value, scope) => {
    limit.begin(value, scope);
    const dataset = schema['~run']({ value }, limit.config);
    return isPromise(dataset) ? dataset.then((ready) => limit.end(ready)) : limit.end(dataset);
  };
}

/** Enough for 500 problems of a flat value, 30 at a depth of 100, and one at a depth of 1,000. */
const MAX_WORK_PER_VALUE = 10_000;

/** An issue costs this much even where the value is flat. */
const MIN_WORK = 10;

/**
 * The limit of one run. valibot reads `config.abortEarly` whenever it has found an issue, and once more
 * at each level above it, where it puts a key in front of every path: what an issue costs grows with
 * the square of the value's depth. For a valid value it is read only where a union tries its options.
 */
class ValibotLimit {
  readonly config: v.Config<v.BaseIssue<unknown>>;

  #value: unknown;
  #scope: ValidationScope | undefined;
  #cost: { readonly ofIssue: number; readonly ofValue: number } | undefined;
  #spent = 0;
  #spentOnCopies = 0;
  #isCopied = false;
  #hasStopped = false;
  #isIncomplete = false;

  constructor() {
    const onCopy = (): void => {
      this.#isCopied = true;
    };
    const mustStop = (): boolean => (this.#isCopied ? this.#mustCopyStop() : this.#mustStop());
    const config = {
      // Read only by `{ ...config }`, as in v.config() and v.message(). The copy has no getters, so it
      // keeps the `abortEarly` that is read next.
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

  begin(value: unknown, scope: ValidationScope): void {
    this.#value = value;
    this.#scope = scope;
    this.#cost = undefined;
    this.#spent = 0;
    this.#spentOnCopies = 0;
    this.#hasStopped = false;
    this.#isIncomplete = false;
  }

  end(dataset: Validation): Validation {
    this.#value = undefined;
    this.#scope = undefined;
    if (dataset.issues === undefined) return dataset;
    return { issues: dataset.issues, isIncomplete: this.#isIncomplete };
  }

  #mustStop(): boolean {
    if (this.#hasStopped) return true;
    const { ofIssue } = this.#measure();
    if (this.#spent < MAX_WORK_PER_VALUE && this.#pay(ofIssue)) {
      this.#spent += ofIssue;
      return false;
    }
    this.#hasStopped = true;
    this.#isIncomplete = true;
    return true;
  }

  /** A copy asks only once, so all of the value may be wrong; else it ends at its first issue. */
  #mustCopyStop(): boolean {
    this.#isCopied = false;
    const { ofValue } = this.#measure();
    if (this.#spentOnCopies + ofValue <= MAX_WORK_PER_VALUE && this.#pay(ofValue)) {
      this.#spentOnCopies += ofValue;
      return false;
    }
    this.#isIncomplete = true;
    return true;
  }

  #pay(work: number): boolean {
    return this.#scope !== undefined && this.#scope.problemBudget.spend(work);
  }

  #measure(): { readonly ofIssue: number; readonly ofValue: number } {
    if (this.#cost === undefined) {
      const { size, depth } = measureValue(this.#value);
      const ofIssue = Math.max(MIN_WORK, (depth / 8) ** 2);
      this.#cost = { ofIssue, ofValue: ofIssue * size };
    }
    return this.#cost;
  }
}

const MAX_DEPTH = 10_000;
const MAX_SIZE = 1_000_000;

/** Counts the values in a value and the levels that it nests; stops where it is huge, or a cycle. */
export function measureValue(value: unknown): { readonly size: number; readonly depth: number } {
  let size = 1;
  let depth = 0;
  let level = [value];
  while (depth < MAX_DEPTH && size < MAX_SIZE) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'object' && item !== null) {
        for (const child of Object.values(item)) below.push(child);
      }
    }
    if (below.length === 0) break;
    depth += 1;
    size += below.length;
    level = below;
  }
  return { size, depth };
}
