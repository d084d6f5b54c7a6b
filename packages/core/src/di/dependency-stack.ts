import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { isBaseError } from '../errors/base-error.js';
import type { Logger } from '../logging/logger.js';
import { isObject } from '../options/describe-value.js';
import { keepWrites, type MethodOutcome } from './method-outcome.js';

/** A dependency with a teardown: the code after its `yield`. */
export type DependencyGenerator = Generator<unknown, unknown> | AsyncGenerator<unknown, unknown>;

/** When a teardown runs after a successful call. After a failed call, it always runs immediately. */
export type Teardown = 'before-response' | 'after-response';

interface OpenGenerator {
  readonly generator: DependencyGenerator;
  readonly name: string;
  readonly teardown: Teardown;
}

/**
 * Wraps a thrown value, so that a promise can resolve with it even if the value has a `then` method.
 */
export interface Thrown {
  readonly error: unknown;
}

/** An error after it was thrown into the open generators. */
export interface StackFailure extends Thrown {
  /** Whether a generator keeps its writes, so that those below it are still open. */
  readonly isKept: boolean;
}

export function isGenerator(value: unknown): value is DependencyGenerator {
  return (
    isObject(value) &&
    typeof value['next'] === 'function' &&
    typeof value['throw'] === 'function' &&
    typeof value['return'] === 'function'
  );
}

/** The open generators of one call or one HTTP request, which are closed in reverse order. */
export class DependencyStack {
  readonly #open: OpenGenerator[] = [];
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  get hasBeforeResponse(): boolean {
    return this.#open.some(({ teardown }) => teardown === 'before-response');
  }

  /** Runs the generator up to its `yield` and returns the yielded value. */
  open(generator: DependencyGenerator, name: string, teardown: Teardown): MaybePromise<unknown> {
    const push = (step: IteratorResult<unknown, unknown>): unknown => {
      if (step.done === true) {
        throw new TypeError(
          `dependency "${name}" ended without yielding a value. Add a yield, or return the value ` +
            `from a plain function.`,
        );
      }
      this.#open.push({ generator, name, teardown });
      return step.value;
    };
    const step = generator.next();
    return isPromise(step) ? step.then(push) : push(step);
  }

  /**
   * Runs the teardowns that precede the response, and passes it to them.
   *
   * @throws the error of a failed teardown, after throwing it into all remaining generators
   */
  async closeBeforeResponse(response?: MethodOutcome): Promise<void> {
    const first = this.#open.filter(({ teardown }) => teardown === 'before-response');
    for (const open of first.toReversed()) {
      this.#open.splice(this.#open.indexOf(open), 1);
      try {
        await finish(open, response);
      } catch (error) {
        throw (await this.fail(error)).error;
      }
    }
  }

  /** Runs the remaining teardowns. The response has been sent, so failures are only logged. */
  async closeAfterResponse(): Promise<void> {
    for (let open = this.#open.pop(); open; open = this.#open.pop()) {
      try {
        await finish(open);
      } catch (err) {
        this.#logger.error({ err, dependency: open.name }, 'Teardown failed');
      }
    }
  }

  /**
   * Throws the error into all open generators, the last one first. Each generator may replace the error.
   * Returns the final error.
   *
   * With `mayKeepWrites`, stops at a generator that yields {@link keepWrites} after a typed error.
   * {@link closeBeforeResponse} then closes the remaining generators.
   */
  async fail(
    error: unknown,
    { mayKeepWrites }: { readonly mayKeepWrites: boolean } = { mayKeepWrites: false },
  ): Promise<StackFailure> {
    let current = error;
    for (let open = this.#open.pop(); open; open = this.#open.pop()) {
      const mayKeep = mayKeepWrites && isBaseError(current);
      const { error: thrown, isKept } = await this.#throwInto(open, current, mayKeep);
      if (isKept) {
        this.#open.push(open);
        return { error: current, isKept };
      }
      if (thrown === current) continue;
      if (!(isBaseError(thrown) || isBaseError(current))) {
        // Neither of the two errors is sent to the client, so the replaced one must be logged.
        this.#logger.error({ err: current, dependency: open.name }, 'Error replaced by a teardown');
      }
      current = thrown;
    }
    return { error: current, isKept: false };
  }

  /** Returns the error that the generator throws, or the same if it throws none. */
  async #throwInto(
    { generator, name }: OpenGenerator,
    error: unknown,
    mayKeep: boolean,
  ): Promise<StackFailure> {
    try {
      let step = await generator.throw(error);
      if (step.done !== true && step.value === keepWrites) {
        if (mayKeep) return { error, isKept: true };
        step = await generator.throw(error);
      }
      if (step.done !== true) {
        this.#logger.error({ dependency: name }, 'Dependency yielded again after a failure');
        await generator.return(undefined);
      }
      return { error, isKept: false };
    } catch (thrown) {
      return { error: thrown, isKept: false };
    }
  }
}

async function finish({ generator, name }: OpenGenerator, response?: MethodOutcome): Promise<void> {
  const step = await generator.next(response);
  if (step.done !== true) {
    await generator.return(undefined);
    throw new TypeError(`dependency "${name}" yielded more than once. Yield only its value.`);
  }
}
