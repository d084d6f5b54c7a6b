import { isPromise } from '../async/maybe-promise.js';
import { settlesWithin } from '../async/timers.js';
import { timeSlices } from '../async/time-slices.js';
import { isBaseError } from '../errors/base-error.js';
import { toErrorObject } from '../errors/error-object.js';
import { isHttpError } from '../errors/http-error.js';
import { encodeError } from '../jsonrpc/encode-response.js';
import type { AcceptedSubscription, SubscriptionEnd } from '../message/subscriber.js';
import { describeValue, isObject } from '../options/describe-value.js';

/** Milliseconds that an iterable has to return before its subscription counts as abandoned. */
const RETURN_TIMEOUT = 1_000;

/** What a subscription uses of its connection. */
export interface SubscriptionOutput {
  /** Sends the text. Returns whether the client reads too slowly for more events. */
  send(text: string): boolean;
  /** Calls the function when the client has read enough. */
  whenWritable(callback: () => void): void;
  /** Forgets a subscription that has ended. */
  ended(subscription: OpenSubscription): void;
}

/** A subscription, which pulls events out of an iterable and sends them, one after another. */
export class OpenSubscription {
  readonly id: string;
  readonly #accepted: AcceptedSubscription;
  readonly #output: SubscriptionOutput;
  #hasEnded = false;
  /** Whether the iterable has ended by itself, so that it must not be returned. */
  #isExhausted = false;

  constructor(id: string, accepted: AcceptedSubscription, output: SubscriptionOutput) {
    this.id = id;
    this.#accepted = accepted;
    this.#output = output;
  }

  get unsubscribe(): string {
    return this.#accepted.names.unsubscribe;
  }

  /** Begins to send events. Call it when the response has been sent. */
  start(): void {
    this.#accepted.inContext(() => this.#pull());
  }

  /** Ends the subscription, with a last word unless the client has left. Has no effect if it has ended. */
  end(end: SubscriptionEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#output.ended(this);
    this.#sendLastWord(end);
    const { error } =
      end.kind === 'failed'
        ? end
        : { error: new DOMException('The subscription has ended', 'AbortError') };
    this.#accepted.abort(error);
    void this.#close(end);
  }

  #pull(): void {
    if (this.#hasEnded) return;
    let step: unknown;
    try {
      step = this.#accepted.iterator.next();
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
      const json = this.#accepted.encode(step['value']);
      if (isPromise(json))
        json.then(
          (text) => this.#send(text),
          (error: unknown) => this.#fail(error),
        );
      else this.#send(json);
    } catch (error) {
      this.#fail(error);
    }
  }

  #send(json: string): void {
    if (this.#hasEnded) return;
    const isCongested = this.#output.send(this.#notification(`"result":${json}`));
    if (!isCongested) this.#pull();
    else this.#output.whenWritable(() => this.#accepted.inContext(() => this.#pull()));
  }

  #notification(member: string): string {
    const { notification, idParameter } = this.#accepted.names;
    return (
      `{"jsonrpc":"2.0","method":${JSON.stringify(notification)},` +
      `"params":{${JSON.stringify(idParameter)}:"${this.id}",${member}}}`
    );
  }

  #fail(error: unknown): void {
    if (this.#hasEnded) return;
    if (!isBaseError(error) && !isHttpError(error)) {
      this.#accepted.report(error, 'Subscription failed');
    }
    this.end({ kind: 'failed', error, isExpected: false });
  }

  #sendLastWord(end: SubscriptionEnd): void {
    if (end.kind === 'done' && this.#accepted.sendDone) {
      this.#output.send(this.#notification('"done":true'));
    } else if (end.kind === 'failed') {
      this.#output.send(this.#notification(`"error":${this.#encodeError(end.error)}`));
    }
  }

  #encodeError(thrown: unknown): string {
    const { error, malformedReason } = toErrorObject(thrown, null);
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
    if (!this.#isExhausted) {
      const returned = this.#return();
      if (!(await settlesWithin(returned, RETURN_TIMEOUT))) this.#accepted.abandon(returned);
    }
    await this.#accepted.dispose(end);
  }

  async #return(): Promise<void> {
    try {
      await this.#accepted.iterator.return?.();
    } catch (error) {
      this.#accepted.report(error, 'Subscription failed while it ended');
    }
  }
}
