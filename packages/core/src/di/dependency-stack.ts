import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { BaseError } from '../errors/base-error.js';
import type { Logger } from '../logging/logger.js';

/** A dependency with a teardown: the code after its `yield`. */
export type DependencyGenerator = Generator<unknown, unknown> | AsyncGenerator<unknown, unknown>;

/** When the teardown of a successful call runs. After a failure it always runs immediately. */
export type Teardown = 'before-response' | 'after-response';

interface OpenGenerator {
  readonly generator: DependencyGenerator;
  readonly name: string;
  readonly teardown: Teardown;
}

/** Wraps a thrown value that a promise resolves with, since the value itself may have a `then`. */
export interface Thrown {
  readonly error: unknown;
}

export function isGenerator(value: unknown): value is DependencyGenerator {
  const generator = value as Partial<DependencyGenerator> | null | undefined;
  return (
    typeof generator === 'object' &&
    generator !== null &&
    typeof generator.next === 'function' &&
    typeof generator.throw === 'function' &&
    typeof generator.return === 'function'
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
   * Runs the teardowns that come before the response.
   *
   * @throws the error of a failed teardown, after it was thrown into all remaining generators
   */
  async closeBeforeResponse(): Promise<void> {
    const first = this.#open.filter(({ teardown }) => teardown === 'before-response');
    for (const dependency of first.toReversed()) {
      this.#open.splice(this.#open.indexOf(dependency), 1);
      try {
        await finish(dependency);
      } catch (error) {
        throw (await this.fail(error)).error;
      }
    }
  }

  /** Runs the remaining teardowns. The response has been sent, so failures are only logged. */
  async closeAfterResponse(): Promise<void> {
    for (let dependency = this.#open.pop(); dependency; dependency = this.#open.pop()) {
      try {
        await finish(dependency);
      } catch (err) {
        this.#logger.error({ err, dependency: dependency.name }, 'Teardown failed');
      }
    }
  }

  /** Throws the error into all open generators, each of which may replace it. Returns the last one. */
  async fail(error: unknown): Promise<Thrown> {
    let current = error;
    for (let dependency = this.#open.pop(); dependency; dependency = this.#open.pop()) {
      const { error: thrown } = await throwInto(dependency, current, this.#logger);
      if (thrown === current) continue;
      if (!(thrown instanceof BaseError || current instanceof BaseError)) {
        // The response names neither of the two errors, so the log keeps the replaced one.
        this.#logger.error(
          { err: current, dependency: dependency.name },
          'Error replaced by a teardown',
        );
      }
      current = thrown;
    }
    return { error: current };
  }
}

async function finish({ generator, name }: OpenGenerator): Promise<void> {
  const step = await generator.next();
  if (step.done !== true) {
    await generator.return(undefined);
    throw new TypeError(`dependency "${name}" yielded more than once. Yield only its value.`);
  }
}

/** Returns the error that the generator throws in turn, or the same error if it handles it. */
async function throwInto(
  { generator, name }: OpenGenerator,
  error: unknown,
  logger: Logger,
): Promise<Thrown> {
  try {
    const step = await generator.throw(error);
    if (step.done !== true) {
      logger.error({ dependency: name }, 'Dependency yielded again after a failure');
      await generator.return(undefined);
    }
    return { error };
  } catch (thrown) {
    return { error: thrown };
  }
}
