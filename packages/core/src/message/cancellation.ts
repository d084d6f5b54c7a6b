import type { Calls } from '../jsonrpc/message.js';
import type { RequestId } from '../jsonrpc/request.js';

/** A running or waiting call. */
export interface CancellableCall {
  /** The id of its request; null for an invalid one. */
  readonly id: RequestId | null;
  /** Fires the signal of the call. */
  cancel(): void;
}

/** Cancels the calls of a connection when the client sends `$/cancelRequest`. */
export interface Cancellation {
  /** Handles an item of a message if it is a cancellation. Returns whether it is one. Never throws. */
  receive(item: unknown): boolean;
  /** Remembers the requests of a message whose calls haven't begun, until the promise is settled. */
  expect(calls: Calls, ended: Promise<unknown>): void;
  /** Whether the client has cancelled a call that begins now. */
  hasCancelled(id: RequestId | null): boolean;
  /** Remembers a call by its id until the promise is settled. */
  track(call: CancellableCall, ended: Promise<unknown>): void;
}
