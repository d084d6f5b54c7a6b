import { type Dependency, isDependency } from '../di/dependency.js';
import type { ErrorClass } from '../errors/base-error.js';
import type { OptionKind } from '../options/option-kind.js';

/**
 * The dependency of the method option `idempotent`, which responds to a repeated call instead of the
 * handler. `idempotentCalls()` of `@jsonrpc-kit/durable` creates one. It runs after the `dependencies` of
 * the entrypoint and of the method, and before the dependencies of the method's arguments.
 */
export interface IdempotencyGuard<
  out Errors extends readonly ErrorClass[] = readonly ErrorClass[],
> extends Dependency {
  /** The errors that the dependency throws. They are added to the errors of the method. */
  readonly errors: Errors;
  /** The idempotency key, for the API schemas. */
  readonly key: {
    /** The name of its member of the request object, which only calls of the method may have. */
    readonly member: string;
    /** Whether a call without a key is rejected. */
    readonly isRequired: boolean;
    /** The maximum number of characters. */
    readonly maxLength: number;
  };
  /** @throws TypeError if the dependency can't protect the method */
  checkMethod(method: GuardedMethod): void;
}

/** A method with an {@link IdempotencyGuard}. */
export interface GuardedMethod {
  /** The method, for error messages: `method "withdraw"`. */
  readonly where: string;
  /** The sources and dependencies of the method. */
  readonly sources: readonly unknown[];
  /** The dependencies that run once per message. */
  readonly shared: readonly Dependency[];
}

/** Accepts an {@link IdempotencyGuard}. */
export const idempotencyGuard: OptionKind = {
  is: (value) => isDependency(value) && 'checkMethod' in value,
  must: 'a value from idempotentCalls()',
  advice: () =>
    'Write idempotent: idempotentCalls({ transaction, executor, caller }), from @jsonrpc-kit/durable.',
};
