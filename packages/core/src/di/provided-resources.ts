import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { settlesWithin } from '../async/timers.js';
import type { OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import { callback, isFunction } from '../options/option-kind.js';

/** Identifies a resource. The members are only used in error messages. */
export interface ResourceKey {
  readonly name: string;
  readonly providedBy?: string | undefined;
}

/** Returns the code that provides a resource, for error messages. */
export function providingCode({ name, providedBy }: ResourceKey): string {
  return providedBy ?? `api.provide(${name}, …)`;
}

/** Wraps the value, so that a value with a `then` isn't treated as a promise. */
export interface OpenResource {
  readonly value: unknown;
}

/** How an api opens a resource, and closes it after all work has ended. */
export interface ResourceLifetime<Value> {
  /** Opens the resource. Called once, unless it fails. */
  readonly open: () => MaybePromise<Value>;
  /** Closes the value from `open`. */
  readonly close?: ((value: Value) => unknown) | undefined;
}

export const lifetimeKinds: OptionKinds<ResourceLifetime<unknown>> = {
  open: callback,
  close: callback,
};

/** Whether a value is an object literal with the function `open`. Instances of classes are values. */
export function isLifetime(value: unknown): value is ResourceLifetime<unknown> {
  return (
    isObject(value) &&
    Object.getPrototypeOf(value) === Object.prototype &&
    isFunction(value['open'])
  );
}

/** A resource of an api: its value, or the functions that open and close it. */
export class ProvidedResource {
  readonly name: string;
  readonly #lifetime: ResourceLifetime<unknown> | undefined;
  #opened: OpenResource | undefined;
  #opening: Promise<OpenResource> | undefined;
  #isClosed = false;

  /** @param source the value, or the functions that open and close it */
  constructor({ name }: ResourceKey, source: OpenResource | ResourceLifetime<unknown>) {
    this.name = name;
    if ('open' in source) this.#lifetime = source;
    else this.#opened = source;
  }

  /** Whether the resource is open or being opened by its function. */
  get isInUse(): boolean {
    return this.#lifetime !== undefined && (this.#opened ?? this.#opening) !== undefined;
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  get isOpening(): boolean {
    return this.#opening !== undefined;
  }

  /**
   * Returns the value. The first call opens it, and concurrent calls share the attempt. After a failure
   * the next call tries again.
   *
   * @throws Error if the resource can't be opened or has been closed
   */
  open(): MaybePromise<OpenResource> {
    return this.#opened ?? this.#opening ?? this.#start();
  }

  /** Closes the value. If the resource is being opened, waits for that first. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    const opened = this.#opened;
    this.#opened = undefined;
    if (opened !== undefined) await this.#lifetime?.close?.(opened.value);
  }

  #start(): MaybePromise<OpenResource> {
    if (this.#isClosed || this.#lifetime === undefined) {
      throw new Error(`resource "${this.name}" is closed, because its api is closed`);
    }
    let value: unknown;
    try {
      value = this.#lifetime.open();
    } catch (cause) {
      throw this.#failure(cause);
    }
    if (!isPromise(value)) return (this.#opened = { value });
    return (this.#opening = Promise.resolve(value).then(
      (ready) => {
        this.#opening = undefined;
        return (this.#opened = { value: ready });
      },
      (cause: unknown) => {
        this.#opening = undefined;
        throw this.#failure(cause);
      },
    ));
  }

  #failure(cause: unknown): Error {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    return new Error(`resource "${this.name}" could not be opened${reason}`, { cause });
  }
}

/** Milliseconds after a failure in which the failures of other resources are awaited. */
const OTHER_FAILURES_TIMEOUT = 1_000;

/**
 * Opens the resources at the same time.
 *
 * @throws Error if one can't be opened; AggregateError if several can't, because the first failure may be a
 *   consequence of another one
 */
export async function openAll(resources: Iterable<ProvidedResource>): Promise<void> {
  const errors: Error[] = [];
  const attempts = Array.from(resources, async (resource) => {
    try {
      await resource.open();
    } catch (error) {
      errors.push(error as Error);
      throw error;
    }
  });
  const ended = Promise.allSettled(attempts);
  await Promise.all(attempts).catch(() => settlesWithin(ended, OTHER_FAILURES_TIMEOUT));
  const [first, ...others] = errors;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  throw new AggregateError(errors, errors.map(({ message }) => message).join('; '));
}

/** The resources of one api. */
export class ProvidedResources extends Map<ResourceKey, ProvidedResource> {
  /** @throws Error if the resource is not provided, can't be opened or has been closed */
  open(resource: ResourceKey): MaybePromise<OpenResource> {
    const provided = this.get(resource);
    if (provided !== undefined) return provided.open();
    throw new Error(
      `resource "${resource.name}" is not provided. Write ${providingCode(resource)}.`,
    );
  }
}
