import { isPromise, type MaybePromise } from '../async/maybe-promise.js';

/** Identifies a resource. The name is only used in error messages. */
export interface ResourceKey {
  readonly name: string;
}

/** Wraps the value, so that a value with a `then` isn't treated as a promise. */
export interface OpenResource {
  readonly value: unknown;
}

/** A resource of an api: its value, or the function that opens it. */
export class ProvidedResource {
  readonly #name: string;
  readonly #source: unknown;
  readonly #close: ((value: unknown) => unknown) | undefined;
  #opened: OpenResource | undefined;
  #opening: Promise<OpenResource> | undefined;
  #isClosed = false;

  /** @param source the value, or the function that opens it */
  constructor(
    { name }: ResourceKey,
    source: unknown,
    close: ((value: unknown) => unknown) | undefined,
  ) {
    this.#name = name;
    this.#source = source;
    this.#close = close;
    if (typeof source !== 'function') this.#opened = { value: source };
  }

  /** Whether the resource is open or being opened by its function. */
  get isInUse(): boolean {
    return typeof this.#source === 'function' && (this.#opened ?? this.#opening) !== undefined;
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
    if (opened !== undefined) await this.#close?.(opened.value);
  }

  #start(): MaybePromise<OpenResource> {
    if (this.#isClosed || typeof this.#source !== 'function') {
      throw new Error(`resource "${this.#name}" is closed, because its api is closed`);
    }
    let value: unknown;
    try {
      value = (this.#source as () => unknown)();
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
    return new Error(`resource "${this.#name}" could not be opened${reason}`, { cause });
  }
}

/** The resources of one api. */
export class ProvidedResources {
  readonly #provided = new Map<ResourceKey, ProvidedResource>();

  get(resource: ResourceKey): ProvidedResource | undefined {
    return this.#provided.get(resource);
  }

  set(resource: ResourceKey, provided: ProvidedResource): void {
    this.#provided.set(resource, provided);
  }

  /** @throws Error if the resource is not provided, can't be opened or has been closed */
  open(resource: ResourceKey): MaybePromise<OpenResource> {
    const provided = this.#provided.get(resource);
    if (provided !== undefined) return provided.open();
    const { name } = resource;
    throw new Error(`resource "${name}" is not provided. Write api.provide(${name}, …).`);
  }
}
