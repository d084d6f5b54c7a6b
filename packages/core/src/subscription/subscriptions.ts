import { LimitExceeded } from '../errors/standard-errors.js';
import type { AcceptedSubscription, Subscriber, SubscriptionEnd } from '../message/subscriber.js';
import { OpenSubscription, type SubscriptionOutput } from './open-subscription.js';
import { randomId } from './random-id.js';
import type { SubscriptionCount } from './subscription-count.js';

/** The subscriptions of one connection. */
export class Subscriptions {
  readonly #output: SubscriptionOutput;
  readonly #count: SubscriptionCount;
  readonly #onEmpty: () => void;
  #byId: Map<string, OpenSubscription> | undefined;
  /** How all subscriptions have ended, so that no more are opened. */
  #end: SubscriptionEnd | undefined;

  /** @param onEmpty called when the last subscription has ended */
  constructor(
    output: SubscriptionOutput,
    count: SubscriptionCount,
    onEmpty: () => void = () => undefined,
  ) {
    this.#output = output;
    this.#count = count;
    this.#onEmpty = onEmpty;
  }

  get size(): number {
    return this.#byId?.size ?? 0;
  }

  /** @throws LimitExceeded if a limit is reached, or the error that has ended all others */
  checkRoom(): void {
    if (this.#end?.kind === 'failed') throw this.#end.error;
    if (this.#end !== undefined) throw new DOMException('The client disconnected', 'AbortError');
    const { count, maxOfApi, maxOfConnection } = this.#count;
    if (count >= maxOfApi || this.size >= maxOfConnection) throw new LimitExceeded();
  }

  open(accepted: AcceptedSubscription): OpenSubscription {
    this.checkRoom();
    const counts = this.#count.opened(accepted.names.subscribe);
    const subscription = new OpenSubscription(randomId(), accepted, {
      output: this.#output,
      subscriptions: this,
      counts,
    });
    (this.#byId ??= new Map()).set(subscription.id, subscription);
    return subscription;
  }

  close(id: string, unsubscribe: string): boolean {
    const subscription = this.#byId?.get(id);
    if (subscription === undefined || subscription.unsubscribe !== unsubscribe) return false;
    subscription.end({ kind: 'left' });
    return true;
  }

  /** Ends all subscriptions, and opens no more. */
  endAll(end: SubscriptionEnd): void {
    this.#end = end;
    for (const subscription of this.#byId?.values() ?? []) subscription.end(end);
  }

  /** Forgets a subscription that has ended. */
  ended({ id, counts }: OpenSubscription, end: SubscriptionEnd): void {
    this.#byId?.delete(id);
    this.#count.ended(counts, end);
    if (this.size === 0) {
      this.#byId = undefined;
      this.#onEmpty();
    }
  }
}

/** Opens the subscriptions of one message. They start when the message has been responded to. */
export class MessageSubscriber implements Subscriber {
  readonly #subscriptions: Subscriptions;
  #accepted: OpenSubscription[] | undefined;

  constructor(subscriptions: Subscriptions) {
    this.#subscriptions = subscriptions;
  }

  checkRoom(): void {
    this.#subscriptions.checkRoom();
  }

  open(accepted: AcceptedSubscription): string {
    const subscription = this.#subscriptions.open(accepted);
    (this.#accepted ??= []).push(subscription);
    return subscription.id;
  }

  close(id: string, unsubscribe: string): boolean {
    return this.#subscriptions.close(id, unsubscribe);
  }

  /**
   * Ends the subscriptions whose ids the client doesn't receive: a middleware has replaced their
   * responses. Returns whether there are others.
   *
   * @param results the JSON of the results that are sent
   */
  keepSent(results: ReadonlySet<unknown>): boolean {
    const isSent = ({ id }: OpenSubscription): boolean => results.has(`"${id}"`);
    const accepted = this.#accepted ?? [];
    for (const subscription of accepted.filter((one) => !isSent(one))) {
      subscription.end({ kind: 'left' });
    }
    this.#accepted = accepted.filter(isSent);
    return this.#accepted.length > 0;
  }

  /** Starts the subscriptions, whose ids the client has received. */
  start(): void {
    for (const subscription of this.#accepted ?? []) subscription.start();
    this.#accepted = undefined;
  }
}
