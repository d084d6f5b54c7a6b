import { BaseError } from '../errors/base-error.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { Logger } from '../logging/logger.js';

/** A dependency with a teardown: what stands after `yield` is run when it is closed. */
export type DependencyGenerator = Generator<unknown, unknown> | AsyncGenerator<unknown, unknown>;

/** When a dependency is torn down after success. After a failure it is always at once. */
export type Teardown = 'before-response' | 'after-response';

interface OpenGenerator {
  readonly generator: DependencyGenerator;
  readonly name: string;
  readonly teardown: Teardown;
}

/** A thrown value that a promise carries. A bare value with a `then` would be called instead. */
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

/** The dependencies of one call, or of one HTTP request, that wait for their teardown. */
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

  /** Runs the generator up to its `yield` and gives what it yields there. */
  open(generator: DependencyGenerator, name: string, teardown: Teardown): MaybePromise<unknown> {
    const opened = (step: IteratorResult<unknown, unknown>): unknown => {
      if (step.done === true) {
        throw new TypeError(`The dependency ${name} ended before it yielded its value`);
      }
      this.#open.push({ generator, name, teardown });
      return step.value;
    };
    const step = generator.next();
    return isPromise(step) ? step.then(opened) : opened(step);
  }

  /**
   * The teardowns that stand before the response, in reverse order.
   *
   * @throws what one of them throws, after all others were failed with it
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

  /** The remaining teardowns in reverse order. The answer has left, so a failure is only logged. */
  async closeAfterResponse(): Promise<void> {
    for (let dependency = this.#open.pop(); dependency; dependency = this.#open.pop()) {
      try {
        await finish(dependency);
      } catch (err) {
        this.#logger.error({ err, dependency: dependency.name }, 'Teardown failed');
      }
    }
  }

  /** Throws the error into all that are open, in reverse order; each may throw another in its place. */
  async fail(error: unknown): Promise<Thrown> {
    let current = error;
    for (let dependency = this.#open.pop(); dependency; dependency = this.#open.pop()) {
      const { error: thrown } = await throwInto(dependency, current, this.#logger);
      if (thrown === current) continue;
      if (!(thrown instanceof BaseError || current instanceof BaseError)) {
        // The answer can name neither of the two, so the log must not lose the first.
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
    throw new TypeError(`The dependency ${name} yielded more than once`);
  }
}

/** Gives the error that stands after the generator has seen it: the same, or one in its place. */
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
