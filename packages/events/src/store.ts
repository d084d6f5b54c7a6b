import type { MaybePromise, TransactionExecutor } from '@jsonrpc-kit/core/types';
import type { Position } from './cursor.js';

/** Where a channel keeps its events: {@link memoryStore}, `postgresStore()` or `redisStore()`. */
export interface EventStore {
  /** Whether events can be written in a transaction of the application. */
  readonly isTransactional: boolean;
  /** Returns the log of a channel. Called once for each channel. */
  open(channel: string, history: History): EventLog;
  /**
   * Closes what the store has opened, but not the pool or client that it was created with. Its channels
   * then reject attempts to publish, to read and to subscribe. Streams that are still open receive no more
   * events: they wait, or end with an error. Close the store after the api.
   */
  close(): Promise<void>;
}

/** Why a closed store rejects a call. A method gets it as InternalError, with this text in the log. */
export function storeClosed(): Error {
  return new Error('The event store is closed. Close it after the api.');
}

/** What a history keeps for each key. */
export interface History {
  /** The number of events. */
  readonly events: number;
  /** Milliseconds. */
  readonly age: number;
}

/** The events of one channel in a store. */
export interface EventLog {
  /** Adds an event to the history of a key, in the transaction of the executor if there is one. */
  append(key: string, json: string, executor?: TransactionExecutor): MaybePromise<void>;
  /**
   * Reads the first `limit` events whose numbers are greater than `after`, with the bounds of the history.
   * With a limit of 0, only the bounds are wanted, whatever `after` is.
   */
  read(key: string, after: number, limit: number): MaybePromise<HistoryPage>;
  /**
   * Sets the function that receives what is new. Called once. A report may be missing if a later one,
   * of this key or of all keys, follows without another event.
   */
  watch(onHint: OnHint): void;
  /** Reports soon what a transaction has committed. */
  committed?(): void;
  /** Keeps the numbers of a key, even if it has no more events, until the returned function is called. */
  retain?(key: string): () => void;
}

/**
 * Receives keys with new events, or undefined if any key may have some. A store may report a new event of a
 * single key itself, which saves a read.
 */
export type OnHint = (keys: Iterable<string> | undefined, event?: StoredEvent) => void;

/** A part of the history of a key. */
export interface HistoryPage {
  /** The oldest event that is still there; undefined if all have expired. */
  readonly oldest: Position | undefined;
  /** The newest event, even if it is no longer there; undefined if the key never had one. */
  readonly newest: Position | undefined;
  /** The events of this page, in order. */
  readonly events: readonly StoredEvent[];
}

/** An event as a store keeps it. */
export interface StoredEvent extends Position {
  /** The encoded value. */
  readonly json: string;
}
