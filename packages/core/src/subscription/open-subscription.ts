import { isPromise } from '../async/maybe-promise.js';
import { settlesWithin } from '../async/timers.js';
import { deliveries, type LaneWork, timeSlices } from '../async/time-slices.js';
import { isBaseError } from '../errors/base-error.js';
import { toErrorObject } from '../errors/error-object.js';
import { isHttpError } from '../errors/http-error.js';
import { encodeError } from '../jsonrpc/encode-response.js';
import { type EventReader, isEncodedEvent } from '../message/channel-event.js';
import type { AcceptedSubscription, SubscriptionEnd } from '../message/subscriber.js';
import { describeValue, isObject } from '../options/describe-value.js';
import type { EventCounts } from './subscription-count.js';

/** Milliseconds that an iterable has to return before its subscription counts as abandoned. */
const RETURN_TIMEOUT = 1_000;

/** The events that a subscription sends before others get their turn. */
const MAX_EVENTS = 8;

/** What a subscription uses of its connection. */
export interface SubscriptionOutput {
  /**
   * Sends a message. Returns whether the client reads too slowly for more events.
   *
   * @param end follows the text, and is the same for all subscribers of an event
   * @param cursor of the event, if the client can resume after it
   */
  send(text: string, end: string, cursor?: string): boolean;
  /** Calls the function when the client has read enough. */
  whenWritable(callback: () => void): void;
}

/** What a subscription belongs to. */
interface SubscriptionParts {
  readonly output: SubscriptionOutput;
  readonly subscriptions: {
    /** Forgets a subscription that has ended. */
    ended(subscription: OpenSubscription, end: SubscriptionEnd): void;
  };
  /** The numbers of all subscriptions of this method. */
  readonly counts: EventCounts;
}

/** A subscription, which pulls events out of an iterable or a reader and sends them, one after another. */
export class OpenSubscription implements LaneWork {
  readonly id: string;
  /** The numbers of all subscriptions of this method. */
  readonly counts: EventCounts;
  readonly #accepted: AcceptedSubscription;
  // What each event needs of it, because reading it through another object would take longer.
  readonly #reader: EventReader | undefined;
  readonly #iterator: AsyncIterator<unknown> | undefined;
  readonly #encode: AcceptedSubscription['encode'];
  readonly #inContext: AcceptedSubscription['inContext'];
  readonly #output: SubscriptionOutput;
  readonly #subscriptions: SubscriptionParts['subscriptions'];
  #hasEnded = false;
  /** Whether the iterable has ended by itself, so that it must not be returned. */
  #isExhausted = false;
  /** Whether the response has been sent, which precedes everything else. */
  #hasStarted = false;
  /** How the subscription has ended before its response was sent. */
  #earlyEnd: SubscriptionEnd | undefined;
  /** The beginning of each notification; created for the first one. */
  #notificationStart: string | undefined;

  constructor(
    id: string,
    accepted: AcceptedSubscription,
    { output, subscriptions, counts }: SubscriptionParts,
  ) {
    this.id = id;
    this.counts = counts;
    this.#accepted = accepted;
    const { events } = accepted;
    this.#reader = events.kind === 'reader' ? events.reader : undefined;
    this.#iterator = events.kind === 'iterator' ? events.iterator : undefined;
    this.#encode = accepted.encode;
    this.#inContext = accepted.inContext;
    this.#output = output;
    this.#subscriptions = subscriptions;
  }

  get unsubscribe(): string {
    return this.#accepted.names.unsubscribe;
  }

  /** Begins to send events. Call it when the response has been sent. */
  start(): void {
    this.#hasStarted = true;
    if (this.#earlyEnd !== undefined) this.#sendLastWord(this.#earlyEnd);
    else this.run();
  }

  /** Ends the subscription, with a last word unless the client has left. Has no effect if it has ended. */
  end(end: SubscriptionEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#hasStarted) this.#sendLastWord(end);
    else this.#earlyEnd = end;
    this.#subscriptions.ended(this, end);
    const { error } =
      end.kind === 'failed'
        ? end
        : { error: new DOMException('The subscription has ended', 'AbortError') };
    this.#accepted.abort(error);
    void this.#close(end);
  }

  /** Continues in one of the next slices. */
  ready(): void {
    deliveries.add(this);
  }

  /** Sends what there is, and continues when there is more. */
  run(): void {
    if (this.#inContext === undefined) this.#continue();
    else this.#inContext(() => this.#continue());
  }

  #continue(): void {
    if (this.#hasEnded) return;
    if (this.#reader !== undefined) this.#read(this.#reader);
    else if (this.#iterator !== undefined) this.#pull(this.#iterator);
  }

  /** Sends the next events of a reader. A loop over all of them would keep others waiting. */
  #read(reader: EventReader): void {
    try {
      for (let count = 0; count < MAX_EVENTS; count += 1) {
        const event = reader.next();
        if (event === undefined) {
          if (reader.isClosed) this.end({ kind: 'done' });
          else reader.whenReady(this);
          return;
        }
        this.counts.dropped += event.dropped;
        const end = this.#encode(event);
        if (isPromise(end)) {
          end.then((encoded) => this.#send(encoded, event.cursor), this.#fail);
          return;
        }
        if (this.#hasEnded || this.#isCongestedBy(end, event.cursor)) return;
      }
      this.ready();
    } catch (error) {
      this.#fail(error);
    }
  }

  #pull(iterator: AsyncIterator<unknown>): void {
    let step: unknown;
    try {
      step = iterator.next();
    } catch (error) {
      this.#fail(error);
      return;
    }
    // A thenable may be of any library, and a step may be returned without a promise.
    const promise = step instanceof Promise ? step : Promise.resolve(step);
    promise.then(this.#onStep, this.#onError);
  }

  readonly #onStep = (step: unknown): void => {
    if (this.#hasEnded) return;
    if (timeSlices.isOver) timeSlices.add(() => this.#deliver(step));
    else this.#deliver(step);
  };

  readonly #onError = (error: unknown): void => {
    this.#isExhausted = true;
    this.#fail(error);
  };

  #deliver(step: unknown): void {
    if (this.#hasEnded) return;
    try {
      if (!isObject(step)) {
        throw new TypeError(`An iterable must return results, not ${describeValue(step)}`);
      }
      if (step['done'] === true) {
        this.#isExhausted = true;
        this.end({ kind: 'done' });
        return;
      }
      const event = step['value'];
      const end = this.#encode(event);
      let cursor: string | undefined;
      if (isEncodedEvent(event)) {
        ({ cursor } = event);
        this.counts.dropped += event.dropped;
      }
      if (isPromise(end)) end.then((encoded) => this.#send(encoded, cursor), this.#fail);
      else this.#send(end, cursor);
    } catch (error) {
      this.#fail(error);
    }
  }

  #send(end: string, cursor: string | undefined): void {
    if (!this.#hasEnded && !this.#isCongestedBy(end, cursor)) this.#continue();
  }

  /** Sends an event. Returns whether the client reads too slowly; the subscription then continues later. */
  #isCongestedBy(end: string, cursor: string | undefined): boolean {
    this.counts.events += 1;
    if (!this.#output.send(this.#start, end, cursor)) return false;
    this.#reader?.pause();
    this.#output.whenWritable(() => this.run());
    return true;
  }

  get #start(): string {
    if (this.#notificationStart === undefined) {
      const { notification, idParameter } = this.#accepted.names;
      this.#notificationStart =
        `{"jsonrpc":"2.0","method":${JSON.stringify(notification)},` +
        `"params":{${JSON.stringify(idParameter)}:"${this.id}",`;
    }
    return this.#notificationStart;
  }

  readonly #fail = (error: unknown): void => {
    if (this.#hasEnded) return;
    // The client doesn't see the cause of an error, such as that of a store that was unavailable.
    const isExpected = isBaseError(error) || (isHttpError(error) && error.cause === undefined);
    if (!isExpected) {
      this.#accepted.report(error, 'Subscription failed');
    }
    this.end({ kind: 'failed', error, reason: 'failed' });
  };

  #sendLastWord(end: SubscriptionEnd): void {
    if (end.kind === 'done' && this.#accepted.sendDone) {
      this.#output.send(this.#start, '"done":true}}');
    } else if (end.kind === 'failed') {
      this.#output.send(this.#start, `"error":${this.#encodeError(end.error)}}}`);
    }
  }

  #encodeError(thrown: unknown): string {
    const { error, malformedReason } = toErrorObject(thrown, null, this.#accepted.errorCodes);
    if (malformedReason !== undefined)
      this.#accepted.report(malformedReason, 'Subscription failed');
    try {
      return encodeError(null, error).json;
    } catch (cause) {
      this.#accepted.report(cause, 'Error data left out: it could not be encoded');
      const { code, message } = error;
      return encodeError(null, { code, message }).json;
    }
  }

  /** Returns the iterable, and then runs the teardowns. An iterable that ignores it is abandoned. */
  async #close(end: SubscriptionEnd): Promise<void> {
    this.#reader?.close();
    if (this.#iterator !== undefined && !this.#isExhausted) {
      const returned = this.#return(this.#iterator);
      if (!(await settlesWithin(returned, RETURN_TIMEOUT))) this.#accepted.abandon(returned);
    }
    await this.#accepted.dispose(end);
  }

  async #return(iterator: AsyncIterator<unknown>): Promise<void> {
    try {
      await iterator.return?.();
    } catch (error) {
      this.#accepted.report(error, 'Subscription failed while it ended');
    }
  }
}
