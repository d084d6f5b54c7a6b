import type { JsonRpcError } from './json-rpc-error.js';
import { TransportError } from './transport-errors.js';

/** Why a client may have missed events. */
export type GapReason =
  /** The connection was interrupted, and the events have no cursor from which to continue. */
  | 'disconnected'
  /** The loop was too slow for `maxBufferedBytes`, and the events have no cursor. */
  | 'overflow'
  /** The client was too slow for the server, which left out `dropped` events. */
  | 'dropped';

/** The client may have missed events of a subscription. Load the current state again. */
export class GapError extends TransportError {
  static {
    this.prototype.name = 'GapError';
  }

  /** Identifies the class. */
  readonly code = 'gap' as const;
  /** Why events are missing. */
  readonly reason: GapReason;
  /** The number of missing events, if the server has counted them. */
  readonly dropped: number | undefined;

  /** @param options `cause`: why the connection was interrupted */
  constructor(reason: GapReason, options?: ErrorOptions & { readonly dropped?: number }) {
    super(MESSAGES[reason], options);
    this.reason = reason;
    this.dropped = options?.dropped;
  }
}

const MESSAGES: Readonly<Record<GapReason, string>> = {
  disconnected: 'Events may be missing, because the connection was interrupted',
  overflow: 'Events may be missing, because the loop was too slow for maxBufferedBytes',
  dropped: 'Events are missing, because the client was too slow for the server',
};

/**
 * What a subscription reports if the client may have missed events. The error -32012 means that the
 * server's history no longer contains the event after which the client wanted to continue.
 */
export type Gap =
  | GapError
  | JsonRpcError<
      -32012,
      {
        /** The cursor of the oldest event that the history contains; null if it is empty. */
        readonly oldest: string | null;
        /** The cursor of the newest event; null if there was no event. */
        readonly newest: string | null;
      }
    >;
