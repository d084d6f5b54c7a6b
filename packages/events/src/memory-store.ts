import { checkOptions, type OptionKinds, positive } from '@jsonrpc-kit/core/internal';
import type { Position } from './cursor.js';
import {
  type EventLog,
  type EventStore,
  type History,
  type OnHint,
  type StoredEvent,
  storeClosed,
} from './store.js';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /**
   * The bytes of all events. Beyond it, the oldest events of the key without an event for the longest time
   * are removed. Default: 64 MiB.
   */
  readonly bytes?: number | undefined;
  /**
   * The keys with events. Beyond it, the key without an event for the longest time is removed, unless it
   * has subscribers. Default: 100,000.
   */
  readonly keys?: number | undefined;
}

const KINDS: OptionKinds<MemoryStoreOptions> = { bytes: positive, keys: positive };

/**
 * Keeps the events of channels in this process. They are lost when it ends, and other processes don't
 * deliver them. The default store of a channel.
 *
 * @throws TypeError or RangeError if an option is invalid
 */
export function memoryStore(options: MemoryStoreOptions = {}): EventStore {
  checkOptions('memoryStore()', options, KINDS);
  const limits = new Limits(options.bytes ?? 64 * 1024 * 1024, options.keys ?? 100_000);
  const channels = new Set<string>();
  return {
    isTransactional: false,
    open: (channel, history) => {
      if (channels.has(channel)) {
        throw new TypeError(
          `memoryStore(): channel "${channel}" exists twice. Rename one of them.`,
        );
      }
      channels.add(channel);
      return createLog(channel, history, limits);
    },
    close: async () => limits.close(),
  };
}

/** What an event and a key cost besides their texts. Measured on Node 20. */
const EVENT_BYTES = 150;
const KEY_BYTES = 500;

interface TimedEvent extends StoredEvent {
  readonly at: number;
  readonly bytes: number;
}

/** The events of one key, the oldest first. */
class Ring {
  readonly id: string;
  readonly history: History;
  readonly events: TimedEvent[] = [];
  newest: Position | undefined;
  subscribers = 0;

  constructor(id: string, history: History) {
    this.id = id;
    this.history = history;
  }

  get oldest(): TimedEvent | undefined {
    return this.events[0];
  }
}

/** Strings take one byte for each character, unless one of them needs two. */
function bytesOf(json: string): number {
  return json.length * (/[^\0-\xff]/.test(json) ? 2 : 1) + EVENT_BYTES;
}

/** The keys of all channels of a store. The key without an event for the longest time is the first one. */
class Limits {
  readonly #rings = new Map<string, Ring>();
  readonly #maxBytes: number;
  readonly #maxKeys: number;
  /** A removed key gets another mark if it comes back, so that old cursors don't fit. */
  #nextMark = 0;
  readonly #epoch: string = crypto.randomUUID().slice(0, 8);
  #bytes = 0;
  #isClosed = false;

  constructor(maxBytes: number, maxKeys: number) {
    this.#maxBytes = maxBytes;
    this.#maxKeys = maxKeys;
  }

  get(id: string): Ring | undefined {
    if (this.#isClosed) throw storeClosed();
    const ring = this.#rings.get(id);
    if (ring !== undefined) this.#removeExpired(ring);
    return ring;
  }

  getOrCreate(id: string, history: History): Ring {
    const known = this.get(id);
    if (known !== undefined) return known;
    const ring = new Ring(id, history);
    this.#rings.set(id, ring);
    this.#bytes += id.length + KEY_BYTES;
    return ring;
  }

  append(ring: Ring, json: string): void {
    const { seq, mark } = ring.newest ?? { seq: 0, mark: this.#createMark() };
    const event: TimedEvent = { seq: seq + 1, mark, json, at: Date.now(), bytes: bytesOf(json) };
    ring.newest = { seq: event.seq, mark };
    ring.events.push(event);
    this.#bytes += event.bytes;
    if (ring.events.length > ring.history.events) this.#removeOldest(ring);
    // Moves the key to the end.
    this.#rings.delete(ring.id);
    this.#rings.set(ring.id, ring);
    this.#evict(ring);
  }

  release(ring: Ring): void {
    ring.subscribers -= 1;
    if (ring.newest === undefined) this.#remove(ring);
    else this.#evict(undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#rings.clear();
    this.#bytes = 0;
  }

  #createMark(): string {
    this.#nextMark += 1;
    return `${this.#epoch}${this.#nextMark.toString(36)}`;
  }

  /** Removes events and keys beyond the limits. */
  #evict(current: Ring | undefined): void {
    if (this.#bytes <= this.#maxBytes && this.#rings.size <= this.#maxKeys) return;
    for (const ring of this.#rings.values()) {
      const isRemovable = ring.subscribers === 0 && ring !== current;
      while (this.#bytes > this.#maxBytes && ring.events.length > 0) this.#removeOldest(ring);
      if (isRemovable && (ring.events.length === 0 || this.#rings.size > this.#maxKeys)) {
        this.#remove(ring);
      }
      if (this.#bytes <= this.#maxBytes && this.#rings.size <= this.#maxKeys) return;
    }
  }

  #remove(ring: Ring): void {
    if (this.#rings.get(ring.id) !== ring) return;
    while (ring.events.length > 0) this.#removeOldest(ring);
    this.#rings.delete(ring.id);
    this.#bytes -= ring.id.length + KEY_BYTES;
  }

  #removeExpired(ring: Ring): void {
    const limit = Date.now() - ring.history.age;
    while ((ring.oldest?.at ?? Infinity) <= limit) this.#removeOldest(ring);
  }

  #removeOldest(ring: Ring): void {
    const removed = ring.events.shift();
    if (removed !== undefined) this.#bytes -= removed.bytes;
  }
}

/** Creates the log of a channel. */
function createLog(channel: string, history: History, limits: Limits): EventLog {
  let onHint: OnHint = () => undefined;
  const idOf = (key: string): string => `${channel}\0${key}`;
  return {
    append: (key, json) => {
      limits.append(limits.getOrCreate(idOf(key), history), json);
      onHint([key]);
    },
    read: (key, after, limit) => {
      const { oldest, newest, events = [] } = limits.get(idOf(key)) ?? {};
      // Numbers have no gaps, so the position in the array is known.
      const start = Math.max(0, after + 1 - (oldest?.seq ?? 0));
      return { oldest, newest, events: events.slice(start, start + limit) };
    },
    watch: (callback) => {
      onHint = callback;
    },
    retain: (key) => {
      const ring = limits.getOrCreate(idOf(key), history);
      ring.subscribers += 1;
      return () => limits.release(ring);
    },
  };
}
