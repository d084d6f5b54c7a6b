import { InvalidResponseError, NetworkError } from '../errors/transport-errors.js';
import type { NotificationParams, SubscriptionObserver } from '../subscription/subscriber.js';

/** A notification that has arrived before the response to its subscribe call. */
interface EarlyNotification {
  readonly id: unknown;
  readonly params: NotificationParams;
  readonly size: number;
}

/** Some servers send a few events before the response. */
const MAX_EARLY_NOTIFICATIONS = 100;

/** The subscriptions whose notifications have the same method, by their ids. */
export class NotificationRoute {
  readonly #idParameter: string;
  readonly #observers = new Map<unknown, SubscriptionObserver>();
  /** Subscribe calls without a response. */
  #waiting = 0;
  #early: EarlyNotification[] = [];
  /** The ids of further ones, which weren't kept. */
  readonly #missed = new Set<unknown>();

  constructor(idParameter: string) {
    this.#idParameter = idParameter;
  }

  get isUsed(): boolean {
    return this.#observers.size > 0;
  }

  receive(params: NotificationParams, size: number): void {
    const id = params[this.#idParameter];
    const observer = this.#observers.get(id);
    // The server has ended the subscription. Some servers send `error: null` with each event.
    const hasEnded = params['done'] === true || (params['error'] ?? null) !== null;
    if (hasEnded) this.#observers.delete(id);
    if (observer !== undefined) observer.notified(params, size);
    else if (this.#waiting > 0) this.#keep({ id, params, size });
  }

  /** Keeps notifications whose subscription isn't known, until the subscribe call has a response. */
  beginWaiting(): void {
    this.#waiting += 1;
  }

  endWaiting(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#early = [];
    this.#missed.clear();
  }

  add(id: unknown, observer: SubscriptionObserver): void {
    if (this.#observers.has(id)) {
      const message = `The server has already accepted a subscription with the id ${JSON.stringify(id)}`;
      const http = { status: 101, headers: new Headers(), body: '' };
      observer.failed(new InvalidResponseError('not-json-rpc', message, http));
      return;
    }
    this.#observers.set(id, observer);
    observer.accepted();
    const early = this.#early.filter((one) => one.id === id);
    this.#early = this.#early.filter((one) => one.id !== id);
    for (const { params, size } of early) this.receive(params, size);
    if (!this.#missed.has(id)) return;
    observer.failed(new NetworkError('The server sent too many events before its response'));
  }

  #keep(notification: EarlyNotification): void {
    if (this.#early.length < MAX_EARLY_NOTIFICATIONS) this.#early.push(notification);
    else if (this.#missed.size < MAX_EARLY_NOTIFICATIONS) this.#missed.add(notification.id);
  }

  /** Returns whether the subscription with the id was this one. */
  remove(id: unknown, observer: SubscriptionObserver): boolean {
    return this.#observers.get(id) === observer && this.#observers.delete(id);
  }

  /** Ends all subscriptions. */
  fail(error: unknown): void {
    const observers = [...this.#observers.values()];
    this.#observers.clear();
    for (const observer of observers) observer.failed(error);
  }
}
