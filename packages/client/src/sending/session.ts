import type { CallGroup } from './batch-queue.js';

/** Whether calls are sent as a JSON-RPC batch, even if there is only one. */
export type RequestKind = 'single' | 'batch';

/** Functions that end the waits between attempts. */
export type Waits = Set<() => void>;

/** The part of a client that exchanges messages with the server. */
export interface Session {
  /** Returns an id that no other attempt of a call of the client has. */
  readonly nextId: () => number;
  /** Sends the calls in one message, and settles each member. Never throws. */
  sendGroup(kind: RequestKind, group: CallGroup): void;
  /** The waits that end when the session is closed. */
  readonly waits?: Waits;
}

/** Returns a function that counts from 1. */
export function createCounter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}
