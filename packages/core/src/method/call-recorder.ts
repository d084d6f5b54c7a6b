import { continueWith, type MaybePromise } from '../async/maybe-promise.js';
import type { ArgumentSource, ContextReader } from '../di/argument-source.js';
import { callSource } from '../di/context-sources.js';
import { type Dependency, dependency, includesSource } from '../di/dependency.js';
import type { DependencyStack } from '../di/dependency-stack.js';
import type { RecordableCall, RecordedResponse, Recording } from '../di/recording.js';
import type { ErrorClass } from '../errors/base-error.js';
import type { OptionKind } from '../options/option-kind.js';
import { isObject } from '../options/describe-value.js';

/** The resolved values of the two sources of a {@link CallRecorder}. */
export interface RecorderValues {
  /** The transaction of the call. */
  readonly transaction: unknown;
  /** Identifies the caller. */
  readonly caller: unknown;
}

/**
 * Records the responses to the calls of a method, so that a repeated call gets the recorded response.
 * `idempotentCalls()` of `@jsonrpc-kit/durable` creates one for the method option `idempotent`.
 */
export interface CallRecorder<out Errors extends readonly ErrorClass[] = readonly ErrorClass[]> {
  /** Distinguishes recorders from other values. */
  readonly kind: 'call-recorder';
  /** The transaction in which the method writes. */
  readonly transaction: Dependency;
  /** The source of the caller's identity. */
  readonly caller: ArgumentSource;
  /** The errors that {@link claim} throws. They are added to the errors of the method. */
  readonly errors: Errors;
  /** The idempotency key, for the API schemas. */
  readonly key: {
    /** Whether a call without a key is rejected. */
    readonly isRequired: boolean;
    /** The maximum number of characters. */
    readonly maxLength: number;
  };
  /**
   * Claims the key of a call inside the transaction of the call. Runs after the `dependencies` of the
   * entrypoint and of the method, and before the dependencies of the method's arguments.
   *
   * @returns a recording of the call, the recorded response of an earlier call, or undefined if the
   *   call has no key
   */
  claim(
    values: RecorderValues,
    call: RecordableCall,
  ): MaybePromise<Recording | RecordedResponse | undefined>;
}

/** Accepts a {@link CallRecorder}. */
export const callRecorder: OptionKind = {
  is: (value) => isObject(value) && value['kind'] === 'call-recorder',
  must: 'a value from idempotentCalls()',
  advice: () =>
    'Write idempotent: idempotentCalls({ transaction, executor, caller }), from @jsonrpc-kit/durable.',
};

/** Thrown into the dependencies of a call that gets the recorded response of an earlier call. */
export class Replay extends Error {
  override readonly name = 'Replay';
  readonly response: RecordedResponse;

  constructor(response: RecordedResponse) {
    super('The response to an earlier call with the same idempotency key is returned');
    this.response = response;
  }
}

const dependencyStack: ContextReader<DependencyStack> = {
  kind: 'context',
  perCall: true,
  read: (context) => context.dependencyStack,
};

/**
 * Returns the dependency that claims the key of a call. It throws {@link Replay} if the response is
 * recorded.
 */
export function claimDependency(recorder: CallRecorder): Dependency {
  const { transaction, caller } = recorder;
  return dependency(
    { transaction, caller, call: callSource, stack: dependencyStack },
    ({ call, stack, ...values }) =>
      continueWith(recorder.claim(values, call), (claimed) => {
        if (claimed === undefined) return;
        if ('json' in claimed) throw new Replay(claimed);
        stack.record(claimed);
      }),
    { name: 'idempotent' },
  );
}

/** The parts of a method that decide whether its writes are in the recorder's transaction. */
export interface RecordedMethod {
  /** The method, for error messages: `method "withdraw"`. */
  readonly where: string;
  /** The sources and dependencies of the method. */
  readonly sources: readonly unknown[];
  /** The dependencies that run once per HTTP request. */
  readonly shared: readonly Dependency[];
}

/** @throws TypeError if the calls of a batch share the transaction, or the method doesn't use it */
export function checkRecordedMethod(
  { transaction }: CallRecorder,
  { where, sources, shared }: RecordedMethod,
): void {
  const name = `"${transaction.name}"`;
  if (includesSource(shared, transaction)) {
    throw new TypeError(
      `${where}: idempotent needs a transaction for each call, but the entrypoint's dependencies ` +
        `share ${name} between the calls of a batch. Remove it from them, and add tx: ` +
        `${transaction.name} to args.`,
    );
  }
  if (!includesSource(sources, transaction)) {
    throw new TypeError(
      `${where}: neither its args nor its dependencies use ${name}, the transaction of idempotent, ` +
        `so its writes would not be part of it. Add tx: ${transaction.name} to args.`,
    );
  }
}
