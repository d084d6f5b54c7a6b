import type { MaybePromise } from '../async/maybe-promise.js';
import { createDeferred } from '../async/deferred.js';
import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import type { MessageOutcome } from '../call/message-outcome.js';
import { HttpError } from '../errors/http-error.js';
import { EVENT_STREAM_MEDIA_TYPE, EventStream } from '../http/event-stream.js';
import type { HttpRequest } from '../http/http-request.js';
import { callOnSent, type HttpResponse } from '../http/http-response.js';
import {
  type Carrier,
  encodeProgress,
  type ProgressOutput,
  type ProgressToken,
} from '../message/carrier.js';
import type { FailureReason, SubscriptionEnd } from '../message/subscriber.js';
import { MessageSubscriber, Subscriptions } from '../subscription/subscriptions.js';
import { respond, responseText, sentResults } from './respond.js';

/** `no-transform` keeps compression from holding events back, and the second header a buffering proxy. */
const STREAM_HEADERS = [
  ['cache-control', 'no-cache, no-transform'],
  ['x-accel-buffering', 'no'],
] as const;

/** Milliseconds that a client has to read the last words of a shutdown. */
const CLOSE_TIMEOUT = 2_000;

/** Encodes the messages of a stream in another protocol than JSON-RPC, such as that of tool calls. */
export interface StreamEncoding {
  /**
   * Encodes a report of progress; undefined leaves it out.
   *
   * @param json the reported value as JSON
   */
  encodeProgress(token: ProgressToken, json: string): string | undefined;
  /**
   * Encodes the response that follows reports.
   *
   * @param text the response as JSON-RPC
   */
  encodeResponse(outcome: MessageOutcome, text: string): string;
  /** Builds the response to a message without reports. Never throws. */
  respond(outcome: MessageOutcome): HttpResponse;
}

function unavailable(reason: FailureReason, detail?: string): SubscriptionEnd {
  return { kind: 'failed', error: new HttpError(503, detail), reason };
}

/**
 * A message in an HTTP request whose client accepts events. Its response becomes an event stream with the
 * first report of progress, or with the first subscription. Otherwise, it is a plain response.
 */
export class StreamedMessage implements ProgressOutput {
  readonly #bound: BoundEntrypoint;
  readonly #request: HttpRequest;
  readonly #encoding: StreamEncoding | undefined;
  readonly #response = createDeferred<HttpResponse>();
  readonly #over = createDeferred();
  #stream: EventStream | undefined;
  #subscriptions: Subscriptions | undefined;
  #subscriber: MessageSubscriber | undefined;
  #controller: AbortController | undefined;
  #hasResponse = false;
  /** Whether the stream has ended, or the client has disconnected. */
  #isOver = false;
  /** The cursors of several subscriptions can't be one `Last-Event-ID`. */
  #isBatch = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #forget = (): void => undefined;

  /** @param encoding Default: that of JSON-RPC. */
  constructor(bound: BoundEntrypoint, request: HttpRequest, encoding?: StreamEncoding) {
    this.#bound = bound;
    this.#request = request;
    this.#encoding = encoding;
  }

  /** Fires when the client disconnects, also while it receives events. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const { signal } = this.#request;
      const forward = (): void => controller.abort(signal.reason);
      if (signal.aborted) forward();
      else signal.addEventListener('abort', forward, { once: true });
    }
    return this.#controller.signal;
  }

  get subscriber(): MessageSubscriber {
    const output = {
      send: (text: string, end: string, cursor?: string) => {
        this.#stream?.send(text + end, this.#isBatch ? undefined : cursor);
        return this.isCongested();
      },
      whenWritable: (callback: () => void) => this.#stream?.onDrained(callback),
    };
    const count = this.#bound.api.subscriptionCount;
    this.#subscriptions ??= new Subscriptions(output, count, () => this.#endIfDone());
    return (this.#subscriber ??= new MessageSubscriber(this.#subscriptions));
  }

  isCongested(): boolean {
    const { maxBufferedBytes } = this.#bound.api.connectionSettings;
    return (this.#stream?.bufferedBytes ?? 0) > maxBufferedBytes;
  }

  send(...report: Parameters<ProgressOutput['send']>): void {
    const text = (this.#encoding ?? { encodeProgress }).encodeProgress(...report);
    if (text === undefined) return;
    if (this.#stream === undefined) {
      this.#stream = this.#createStream();
      this.#begin({ status: 200, headers: undefined }, this.#stream);
    }
    this.#stream.send(text);
  }

  /** Returns the response: when the stream begins, or the message has its outcome. Never rejects. */
  respond(carrier: Carrier, running: MaybePromise<MessageOutcome>): Promise<HttpResponse> {
    void Promise.resolve(running).then((outcome) => this.#finish(carrier, outcome));
    return this.#response.promise;
  }

  #finish(carrier: Carrier, outcome: MessageOutcome): void {
    const subscriber = this.#subscriber;
    // A middleware may have replaced the responses with the ids of subscriptions.
    const hasSubscribed = subscriber?.keepSent(sentResults(outcome)) === true;
    if (this.#stream === undefined && !hasSubscribed) {
      this.#response.resolve(
        this.#encoding?.respond(outcome) ?? respond(this.#bound, carrier, outcome),
      );
      return;
    }
    const hasBegun = this.#stream !== undefined;
    const stream = (this.#stream ??= this.#createStream());
    const text = responseText(outcome);
    if (text !== undefined) {
      stream.send(this.#encoding?.encodeResponse(outcome, text) ?? text);
      this.#holdUnread(stream);
    }
    this.#isBatch = outcome.kind === 'answered' && Array.isArray(outcome.outcomes);
    subscriber?.start();
    stream.onDrained(() => void callOnSent(outcome.effects.afterResponse, this.#bound.logger));
    this.#hasResponse = true;
    if (!hasBegun) this.#begin(respond(this.#bound, carrier, outcome), stream);
    if (this.#bound.running.isClosing) this.#shutDown(stream);
    else this.#limitLifetime();
    this.#endIfDone();
  }

  /** Counts what the client hasn't read in `maxHeldBytes` until it has, as if it were a plain response. */
  #holdUnread(stream: EventStream): void {
    const { heldMemory } = this.#bound.api;
    stream.onDrained(heldMemory.holdResponse(stream.bufferedBytes, () => stream.terminate()));
  }

  #createStream(): EventStream {
    const { sendTimeout } = this.#bound.settings.limits;
    return new EventStream({ sendTimeout, onOver: (wasSent) => this.#ended(wasSent) });
  }

  #begin(response: Pick<HttpResponse, 'status' | 'headers'>, stream: EventStream): void {
    this.#forget = this.#bound.running.beginEndless(() => this.#shutDown(stream));
    this.#response.resolve({
      status: response.status,
      headers: [...(response.headers ?? []), ...STREAM_HEADERS],
      body: undefined,
      contentType: EVENT_STREAM_MEDIA_TYPE,
      events: stream,
      sendTimeout: this.#bound.settings.limits.sendTimeout,
      onSent: () => this.#over.promise,
    });
  }

  /** A cut without an end of the connection would be noticed by the operating system only after as long. */
  #limitLifetime(): void {
    const { maxStreamLifetime } = this.#bound.api.connectionSettings;
    if (maxStreamLifetime === Infinity || this.#subscriptions === undefined) return;
    const end = unavailable(
      'lifetime',
      'The stream has reached maxStreamLifetime. Subscribe again.',
    );
    this.#setTimer(() => this.#subscriptions?.endAll(end), maxStreamLifetime);
  }

  #shutDown(stream: EventStream): void {
    this.#subscriptions?.endAll(unavailable('shutting-down'));
    if (this.#hasResponse) this.#setTimer(() => stream.terminate(), CLOSE_TIMEOUT);
    this.#endIfDone();
  }

  #setTimer(callback: () => void, milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    this.#timer = setTimeout(callback, milliseconds);
    // The process stays alive because of the socket.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #endIfDone(): void {
    const stream = this.#stream;
    if (stream === undefined || !this.#hasResponse || (this.#subscriptions?.size ?? 0) > 0) return;
    // Subscriptions that have ended no longer count in `maxSubscriptions`, but their events are still here.
    if (stream.end() && this.#subscriptions !== undefined) this.#holdUnread(stream);
  }

  #ended(wasSent: boolean): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#subscriptions?.endAll({ kind: 'left' });
    if (!wasSent) {
      // Creates the signal, because a call may wait for its turn, or read it later.
      void this.signal;
      this.#controller?.abort(new DOMException('The client disconnected', 'AbortError'));
    }
    this.#forget();
    this.#over.resolve();
  }
}
