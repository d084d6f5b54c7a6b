import type { Gap } from '../errors/gap-error.js';
import type { HeaderFields } from '../http/endpoint.js';

/** Options of a subscription. */
export interface SubscriptionOptions {
  /** Ends the subscription, and the loop with `CallAbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** The cursor of the last event that is known, after which the events continue. Default: begins now. */
  readonly cursor?: string | undefined;
  /**
   * Called where events may be missing, when the subscription continues after the gap. The loop waits for a
   * promise that it returns. Without it, the loop throws the gap. If it fails for a time, it is called again,
   * as {@link SubscriptionOptions.onOpen} is.
   */
  readonly onGap?: ((gap: Gap) => unknown) | undefined;
  /**
   * Called each time the server has accepted the subscription, before the events that follow. State that
   * is loaded now misses no event. The loop waits for a promise that it returns.
   *
   * If it throws an error after which the client would subscribe again, such as a `NetworkError` of a
   * call in it, it is called again after the delays of `reconnect`. Any other error ends the loop.
   */
  readonly onOpen?: (() => unknown) | undefined;
  /**
   * The events that the client keeps for a slow loop, in UTF-16 code units of their messages. Beyond it, the
   * client unsubscribes until the loop has received them, and then continues at the cursor. Events without
   * a cursor are missing then. Default: 1 MiB.
   */
  readonly maxBufferedBytes?: number | undefined;
  /** Headers in addition to those of the transport. Only for `eventStream()`. */
  readonly headers?: HeaderFields | undefined;
}

/** The events of a subscription. The client subscribes when the loop asks for the first event. */
export interface SubscriptionIterator<out Event> extends AsyncIterableIterator<Event> {
  /** The cursor of the last event that the loop has received; undefined without one. */
  readonly cursor: string | undefined;
}
