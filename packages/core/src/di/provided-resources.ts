import { isPromise, type MaybePromise } from '../async/maybe-promise.js';

/** What identifies a resource, and its name for messages. */
export interface ResourceKey {
  readonly name: string;
}

/** The value in a box: a value with a `then` of its own is not mistaken for a promise. */
export interface OpenResource {
  readonly value: unknown;
}

/** A resource's value, or the function that opens it. */
export class ProvidedResource {
  readonly #name: string;
  readonly #source: unknown;
  readonly #close: ((value: unknown) => unknown) | undefined;
  #opened: OpenResource | undefined;
  #opening: Promise<OpenResource> | undefined;
  #isClosed = false;

  /** @param source the value; a function is called to open it */
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

  /** Whether a function was called to open it, with or without success so far. */
  get isInUse(): boolean {
    return typeof this.#source === 'function' && (this.#opened ?? this.#opening) !== undefined;
  }

  /**
   * The value. Opens it on the first call and again after a failure; concurrent calls share an attempt.
   *
   * @throws Error if it can't be opened, or was closed
   */
  open(): MaybePromise<OpenResource> {
    return this.#opened ?? this.#opening ?? this.#start();
  }

  /** Closes the value if it is there, or as soon as it is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    const opened = this.#opened;
    this.#opened = undefined;
    if (opened !== undefined) await this.#close?.(opened.value);
  }

  #start(): MaybePromise<OpenResource> {
    if (this.#isClosed || typeof this.#source !== 'function') {
      throw new Error(`resource "${this.#name}": it was closed with its api`);
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

  /** @throws Error if nobody provided it, or as {@link ProvidedResource.open} does */
  open(resource: ResourceKey): MaybePromise<OpenResource> {
    const provided = this.#provided.get(resource);
    if (provided !== undefined) return provided.open();
    const { name } = resource;
    throw new Error(`resource "${name}" is not provided. Write api.provide(${name}, …).`);
  }
}
