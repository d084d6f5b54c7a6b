import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { BaseError } from '../errors/base-error.js';
import type { Logger } from '../logging/logger.js';
import { isObject } from '../options/describe-value.js';
import type { EncodedResponse } from '../jsonrpc/encode-response.js';
import type { RecordedResponse, Recording } from './recording.js';

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
 * A recording between the generators. Generators below it are closed after the response has been
 * recorded.
 */
interface OpenRecording {
  readonly recording: Recording;
  readonly teardown: 'before-response';
}

/**
 * Wraps a thrown value, so that a promise can resolve with it even if the value has a `then` method.
 */
export interface Thrown {
  readonly error: unknown;
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
  readonly #open: (OpenGenerator | OpenRecording)[] = [];
  readonly #logger: Logger;
  /** The error whose response is recorded. */
  #kept: Thrown | undefined;

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
   * Adds a recording: the response is recorded before the generators that are already open are closed.
   */
  record(recording: Recording): void {
    this.#open.push({ recording, teardown: 'before-response' });
  }

  /** Whether the response to this error is recorded. Generators are then closed as after a success. */
  keeps(error: unknown): boolean {
    return this.#kept !== undefined && this.#kept.error === error;
  }

  /**
   * Runs the teardowns that precede the response, and records the response.
   *
   * @throws the error of a failed teardown, after throwing it into all remaining generators
   */
  async closeBeforeResponse(response?: EncodedResponse): Promise<void> {
    const first = this.#open.filter(({ teardown }) => teardown === 'before-response');
    for (const open of first.toReversed()) {
      this.#open.splice(this.#open.indexOf(open), 1);
      try {
        await (isRecording(open) ? open.recording.record(toRecorded(response)) : finish(open));
      } catch (error) {
        throw (await this.fail(error)).error;
      }
    }
  }

  /** Runs the remaining teardowns. The response has been sent, so failures are only logged. */
  async closeAfterResponse(): Promise<void> {
    for (let open = this.#open.pop(); open; open = this.#open.pop()) {
      if (isRecording(open)) continue;
      try {
        await finish(open);
      } catch (err) {
        this.#logger.error({ err, dependency: open.name }, 'Teardown failed');
      }
    }
  }

  /**
   * Throws the error of a method into the open generators. Stops at a recording that keeps the error;
   * {@link closeBeforeResponse} then closes the remaining generators.
   */
  async failMethod(error: unknown): Promise<Thrown> {
    const index = this.#open.findIndex(isRecording);
    const { error: current } = await this.fail(error, index + 1);
    const open = this.#open[index];
    if (open === undefined || !isRecording(open) || !(current instanceof BaseError)) {
      return this.fail(current);
    }
    try {
      if (!(await open.recording.keep(current))) return await this.fail(current);
    } catch (thrown) {
      return this.fail(thrown);
    }
    this.#kept = { error: current };
    return this.#kept;
  }

  /**
   * Throws the error into all open generators from the given index on, the last one first. Each
   * generator may replace the error. Returns the final error.
   */
  async fail(error: unknown, from = 0): Promise<Thrown> {
    let current = error;
    while (this.#open.length > from) {
      const dependency = this.#open.pop();
      if (dependency === undefined || isRecording(dependency)) continue;
      const { error: thrown } = await throwInto(dependency, current, this.#logger);
      if (thrown === current) continue;
      if (!(thrown instanceof BaseError || current instanceof BaseError)) {
        // Neither of the two errors is sent to the client, so the replaced one must be logged.
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

function isRecording(open: OpenGenerator | OpenRecording): open is OpenRecording {
  return 'recording' in open;
}

function toRecorded(response: EncodedResponse | undefined): RecordedResponse | undefined {
  return response && { member: response.member, json: `${response.json}` };
}

async function finish({ generator, name }: OpenGenerator): Promise<void> {
  const step = await generator.next();
  if (step.done !== true) {
    await generator.return(undefined);
    throw new TypeError(`dependency "${name}" yielded more than once. Yield only its value.`);
  }
}

/**
 * Throws an error into a generator. Returns the error that the generator throws, or the same if it
 * throws none.
 */
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
