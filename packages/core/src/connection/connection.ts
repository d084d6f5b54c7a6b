import { timeSlices } from '../async/time-slices.js';
import { isPromise } from '../async/maybe-promise.js';
import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import type { MessageOutcome } from '../call/message-outcome.js';
import { runMessage } from '../call/run-message.js';
import { HttpError } from '../errors/http-error.js';
import { Unauthorized } from '../errors/unauthorized.js';
import { callOnSent } from '../http/http-response.js';
import { encodeProgress, type ProgressOutput } from '../message/carrier.js';
import type { SubscriptionEnd } from '../message/subscriber.js';
import { FairQueue } from '../scheduling/fair-queue.js';
import type { SubscriptionOutput } from '../subscription/open-subscription.js';
import { Subscriptions } from '../subscription/subscriptions.js';
import { CancellableCalls } from './cancellable-calls.js';
import type { ConnectionClient } from './connection-client.js';
import type { OpenedConnection } from './connection-scope.js';
import { responseText } from '../exchange/respond.js';
import { ConnectionMessage } from './connection-message.js';
import { Keepalive } from './keepalive.js';
import type { ConnectionInput, Socket } from './socket.js';

/** Responses count in `maxHeldBytes` if this process holds more bytes for their connection. */
const MAX_UNCOUNTED_BYTES = 64 * 1024;

/** A message that hasn't started to run. */
interface WaitingMessage {
  readonly text: string | undefined;
  readonly byteLength: number;
}

/** Runs the messages of a client, and sends the responses and events. */
export class Connection implements ConnectionInput, SubscriptionOutput {
  readonly client: ConnectionClient;
  readonly #bound: BoundEntrypoint;
  readonly #socket: Socket;
  readonly #onClosed: (connection: Connection) => void;
  readonly #keepalive: Keepalive;
  #state: 'open' | 'draining' | 'closing' | 'closed' = 'open';
  /** How the connection is closed when its calls have ended. */
  #closing: readonly [code: number, reason: string] = NORMAL;
  /** Why no subscription can be opened when the connection isn't open. */
  #end = LEFT;
  /** Messages without a response. */
  #unanswered = 0;
  #unansweredBytes = 0;
  #waiting: FairQueue<WaitingMessage> | undefined;
  #isPaused = false;
  /** Whether reading is checked again when the client has read enough. */
  #checksWhenWritable = false;
  #blocked: (() => void)[] | undefined;
  #subscriptions: Subscriptions | undefined;
  #cancellable: CancellableCalls | undefined;

  constructor(
    { bound, client }: OpenedConnection,
    socket: Socket,
    onClosed: (connection: Connection) => void,
  ) {
    this.#bound = bound;
    this.client = client;
    this.#socket = socket;
    this.#onClosed = onClosed;
    this.#keepalive = new Keepalive(
      socket,
      bound.api.connectionSettings,
      bound.settings.limits.sendTimeout,
    );
  }

  get path(): string {
    return this.#bound.entrypoint.path;
  }

  /** The bytes that this process holds because the client reads slowly. */
  get bufferedBytes(): number {
    return this.#socket.bufferedBytes;
  }

  /** Whether the client reads too slowly for more. */
  get isCongested(): boolean {
    return this.bufferedBytes > this.#bound.api.connectionSettings.maxBufferedBytes;
  }

  get subscriptions(): Subscriptions {
    if (this.#subscriptions === undefined) {
      this.#subscriptions = new Subscriptions(this, this.#bound.api.subscriptionCount);
      if (this.#state !== 'open') this.#subscriptions.endAll(this.#end);
    }
    return this.#subscriptions;
  }

  get cancellation(): CancellableCalls {
    return (this.#cancellable ??= new CancellableCalls());
  }

  get progress(): ProgressOutput {
    return {
      isCongested: () => this.isCongested,
      send: (token, json) => void this.send(encodeProgress(token, json)),
    };
  }

  send(text: string, end?: string): boolean {
    if (this.#state === 'closing' || this.#state === 'closed') return true;
    this.#socket.send(text, end);
    return this.isCongested;
  }

  whenWritable(callback: () => void): void {
    const isFirst = (this.#blocked ??= []).push(callback) === 1;
    if (isFirst) this.#socket.onDrained(() => this.#unblock());
  }

  message(text: string | undefined, byteLength: number): void {
    this.#keepalive.alive();
    if (this.#state === 'draining') this.#cancellable?.receiveLate(text);
    if (this.#state !== 'open') return;
    this.#unanswered += 1;
    this.#unansweredBytes += byteLength;
    if (this.#waiting === undefined && !timeSlices.isOver) this.#run({ text, byteLength });
    else this.#wait({ text, byteLength });
    this.#limitReading();
  }

  alive(): void {
    this.#keepalive.alive();
  }

  closed(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#end = LEFT;
    this.#dropWaiting();
    this.#subscriptions?.endAll(LEFT);
    this.#unblock();
    this.client.abort(new DOMException('The client disconnected', 'AbortError'));
    this.#onClosed(this);
  }

  /** Ends the subscriptions with a last word, and closes the connection when running calls have ended. */
  shutDown(): void {
    this.#drain([1012, 'Service restart'], {
      kind: 'failed',
      error: new HttpError(503),
      reason: 'shutting-down',
    });
  }

  closeAfterCalls(code: number, reason: string): void {
    this.#drain([code, reason], LEFT);
  }

  terminate(): void {
    this.#socket.terminate();
    // Not every runtime reports the end of a connection that it has terminated.
    this.closed();
  }

  checkExpiry(): void {
    if (this.client.expiresAt > Date.now()) return;
    this.#drain([4401, 'Unauthorized'], {
      kind: 'failed',
      error: new Unauthorized(),
      reason: 'expired',
    });
  }

  /** Pings a silent client, and terminates one that is gone or whose credential has expired. */
  check(): void {
    this.checkExpiry();
    // A connection that reads nothing can't hear its client.
    if (this.#isPaused) this.#keepalive.alive();
    if (this.#keepalive.isGone()) this.terminate();
  }

  #wait(message: WaitingMessage): void {
    this.#bound.api.heldMemory.hold(message.byteLength);
    if (this.#waiting === undefined) {
      this.#waiting = new FairQueue();
      timeSlices.add(() => this.#runWaiting());
    }
    this.#waiting.enqueue(message);
  }

  #runWaiting(): void {
    const message = this.#waiting?.dequeue();
    if (message === undefined) return;
    this.#bound.api.heldMemory.release(message.byteLength);
    this.#run(message);
    if (this.#waiting?.size) timeSlices.add(() => this.#runWaiting());
    else this.#waiting = undefined;
  }

  #run({ text, byteLength }: WaitingMessage): void {
    const carrier = new ConnectionMessage(this);
    const body =
      text === undefined
        ? { kind: 'not-utf-8' as const }
        : { kind: 'text' as const, text, byteLength };
    const finish = (outcome: MessageOutcome): void => this.#finish(carrier, outcome, byteLength);
    const running = runMessage(this.#bound, { carrier, body });
    if (isPromise(running)) void running.then(finish);
    else finish(running);
  }

  #finish(carrier: ConnectionMessage, outcome: MessageOutcome, byteLength: number): void {
    const response = responseText(outcome);
    if (response !== undefined) this.#sendResponse(response);
    carrier.startSubscriptions(outcome);
    void callOnSent(outcome.effects.afterResponse, this.#bound.logger);
    this.#messageEnded(byteLength);
    this.#limitReading();
  }

  #messageEnded(byteLength: number): void {
    this.#unanswered -= 1;
    this.#unansweredBytes -= byteLength;
    if (this.#unanswered > 0) return;
    if (this.#state === 'draining') this.#beginClosing();
  }

  /** Counts a response in `maxHeldBytes` until the client has read it, as if it were an HTTP response. */
  #sendResponse(text: string): void {
    const bufferedBefore = this.#socket.bufferedBytes;
    this.send(text);
    const { bufferedBytes } = this.#socket;
    if (bufferedBytes <= MAX_UNCOUNTED_BYTES) return;
    const bytes = bufferedBytes - bufferedBefore;
    const release = this.#bound.api.heldMemory.holdResponse(bytes, () => this.terminate());
    // To make room, an earlier response of this connection may have been closed.
    if (this.#state === 'closed') release();
    else this.whenWritable(release);
  }

  #unblock(): void {
    const blocked = this.#blocked;
    this.#blocked = undefined;
    for (const unblocked of blocked ?? []) unblocked();
  }

  /** Reads no more messages while too many wait, or the client doesn't read. */
  #limitReading(): void {
    if (this.#state === 'closed' || this.#state === 'closing') return;
    const { maxWaitingMessages, maxWaitingBytes } = this.#bound.api.connectionSettings;
    const isCongested = this.isCongested;
    const isFull =
      isCongested ||
      this.#unanswered > maxWaitingMessages ||
      this.#unansweredBytes > maxWaitingBytes;
    const { reading } = this.#socket;
    if (reading === undefined) {
      if (isFull) this.#drain([1008, 'Too many messages'], LEFT);
      return;
    }
    // The response to the last message may have congested the connection, so that no other one checks again.
    if (isCongested && !this.#checksWhenWritable) {
      this.#checksWhenWritable = true;
      this.whenWritable(() => {
        this.#checksWhenWritable = false;
        this.#limitReading();
      });
    }
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) reading.pause();
    else reading.resume();
  }

  #drain(closing: readonly [code: number, reason: string], end: SubscriptionEnd): void {
    if (this.#state !== 'open') return;
    this.#subscriptions?.endAll(end);
    this.#state = 'draining';
    this.#end = end;
    this.#closing = closing;
    this.#dropWaiting();
    if (this.#unanswered === 0) this.#beginClosing();
  }

  #beginClosing(): void {
    if (this.#state !== 'draining') return;
    this.#state = 'closing';
    this.#keepalive.closing();
    if (this.#isPaused) this.#socket.reading?.resume();
    this.#isPaused = false;
    this.#socket.close(...this.#closing);
  }

  #dropWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (let message = waiting?.dequeue(); message; message = waiting?.dequeue()) {
      this.#bound.api.heldMemory.release(message.byteLength);
      this.#cancellable?.receiveLate(message.text);
      this.#messageEnded(message.byteLength);
    }
  }
}

const NORMAL = [1000, ''] as const;
const LEFT: SubscriptionEnd = { kind: 'left' };
