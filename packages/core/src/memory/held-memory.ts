import type { TextBody, ValueBody } from '../http/http-request.js';
import { estimateMemory } from './estimate-memory.js';

/** Below this number of bytes, a body is charged by {@link SMALL_BODY_FACTOR}. */
const SMALL_BODY_BYTES = 16 * 1024;
/**
 * The memory of a small message per byte. More than typical calls take, and about half of what the
 * worst ones do.
 */
const SMALL_BODY_FACTOR = 24;

/** A rejected request closes a response only if its client hasn't received it for so many milliseconds. */
const UNREAD_MS = 1_000;

/** A response that its client hasn't received yet. */
interface UnreadResponse {
  readonly bytes: number;
  readonly since: number;
  readonly close: () => void;
}

/** The memory of a message that a carrier parses itself. */
export class MemoryReservation {
  readonly #memory: HeldMemory;
  #bytes: number;

  constructor(memory: HeldMemory, bytes: number) {
    this.#memory = memory;
    this.#bytes = bytes;
  }

  /** Returns the number of bytes to a caller that releases them itself. */
  take(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    return bytes;
  }

  /** Releases the memory, unless it was taken. */
  release(): void {
    this.#memory.release(this.take());
  }
}

/** Counts the memory that an api holds for its clients, for `maxHeldBytes`. */
export class HeldMemory {
  readonly #max: number;
  /** The number of bytes. Only the methods change it. */
  held = 0;
  /** In the order in which they were built. */
  readonly #unread = new Set<UnreadResponse>();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Reserves room for a message before it is parsed. Returns the number of bytes, or undefined if there
   * isn't enough room. The first message always fits. A message that doesn't fit closes the response
   * that has been unread longest.
   */
  reserve(body: TextBody | ValueBody): number | undefined {
    const length = body.byteLength ?? (body.kind === 'text' ? body.text.length : Infinity);
    const bytes = length < SMALL_BODY_BYTES ? length * SMALL_BODY_FACTOR : estimateMemory(body);
    if (this.held > 0 && this.held + bytes > this.#max) {
      const [first] = this.#unread;
      if (first !== undefined && performance.now() - first.since > UNREAD_MS) this.#close(first);
      return undefined;
    }
    this.held += bytes;
    return bytes;
  }

  /** Counts a message that waits to be run, whether or not there is room. */
  hold(bytes: number): void {
    this.held += bytes;
  }

  /** Releases what {@link reserve} has returned, or {@link hold} has counted. */
  release(bytes: number): void {
    this.held -= bytes;
  }

  /**
   * Counts a response until the returned function is called. If there isn't enough room, closes the
   * responses that have been unread longest.
   */
  holdResponse(bytes: number, close: () => void): () => void {
    const response = { bytes, close, since: performance.now() };
    this.#unread.add(response);
    this.held += bytes;
    for (const unread of this.#unread) {
      if (this.held <= this.#max || unread === response) break;
      this.#close(unread);
    }
    return () => this.#remove(response);
  }

  #close(response: UnreadResponse): void {
    this.#remove(response);
    response.close();
  }

  #remove(response: UnreadResponse): void {
    if (this.#unread.delete(response)) this.held -= response.bytes;
  }
}

const FALLBACK = 64 * 1024 * 1024;

/**
 * Returns an eighth of the limit of V8's heap, or 64 MiB on runtimes that don't report the limit. What a
 * schema copies isn't counted, and takes up to three times as much as the message.
 */
export function defaultMaxHeldBytes(): number {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  try {
    const v8 = process?.getBuiltinModule?.('node:v8') as HeapModule | undefined;
    const limit = v8?.getHeapStatistics().heap_size_limit ?? 0;
    return limit > 0 ? Math.floor(limit / 8) : FALLBACK;
  } catch {
    // Some runtimes have the module, but not its functions.
    return FALLBACK;
  }
}

/** The members of `node:v8` that are used. */
interface HeapModule {
  getHeapStatistics(): { readonly heap_size_limit: number };
}
