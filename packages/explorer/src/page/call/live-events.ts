import { isObject } from '@jsonrpc-kit/openrpc';
import { createStore, type Store } from '../state/store.js';
import { readEventStream } from './event-stream.js';
import { type HttpCall, type HttpOutcome, openRequest, readOutcome } from './send-request.js';

/** A notification of a subscription. */
export interface LiveEvent {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly value: unknown;
  /** Events before this one that the server has dropped. */
  readonly dropped: number;
}

export interface LiveState {
  readonly step: 'idle' | 'connecting' | 'open' | 'reconnecting' | 'ended';
  /** The latest events, the newest first. They don't change during a pause. */
  readonly events: readonly LiveEvent[];
  /** The events that have been received. */
  readonly count: number;
  readonly isPaused: boolean;
  /** Why the stream has ended or was interrupted. */
  readonly reason: string | undefined;
  /** The response to a call that the server has rejected. */
  readonly rejection: HttpOutcome | undefined;
}

const IDLE: LiveState = {
  step: 'idle',
  events: [],
  count: 0,
  isPaused: false,
  reason: undefined,
  rejection: undefined,
};

const MAX_EVENTS = 100;
const DELAYS = { first: 1_000, last: 30_000 };

/** Why a stream that was open is over. */
type End = { readonly kind: 'cut' | 'ended'; readonly reason: string };

/** Receives the events of one subscription, and subscribes again if the connection is lost. */
export class LiveEvents {
  readonly state: Store<LiveState> = createStore(IDLE);
  /** The latest events, also during a pause. */
  #events: readonly LiveEvent[] = [];
  #cursor: string | undefined;
  #controller = new AbortController();

  /** @param createCall returns the request, which continues after the cursor of an event if there is one */
  async subscribe(createCall: (cursor: string | undefined) => HttpCall): Promise<void> {
    this.#controller.abort();
    const { signal } = (this.#controller = new AbortController());
    this.#events = [];
    this.#cursor = undefined;
    this.state.set({ ...IDLE, step: 'connecting' });
    let delay = DELAYS.first;
    while (!signal.aborted) {
      const end = await this.#receive(createCall(this.#cursor), signal);
      if (signal.aborted || end === undefined) return;
      const { reason } = end;
      const wasOpen = this.state.get().step === 'open';
      const isOver = end.kind === 'ended' || this.state.get().step === 'connecting';
      this.#change({ step: isOver ? 'ended' : 'reconnecting', reason });
      if (isOver) return;
      delay = wasOpen ? DELAYS.first : Math.min(delay * 2, DELAYS.last);
      await pause(delay, signal);
    }
  }

  unsubscribe(): void {
    this.#controller.abort();
    if (this.state.get().step === 'ended') return;
    this.#change({ step: 'ended', reason: 'You have unsubscribed.' });
  }

  setPaused(isPaused: boolean): void {
    this.#change({ isPaused, ...(isPaused ? {} : { events: this.#events }) });
  }

  #change(change: Partial<LiveState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  /** Receives events until the stream is over. Returns undefined if the server has rejected the call. */
  async #receive(call: HttpCall, signal: AbortSignal): Promise<End | undefined> {
    try {
      const started = performance.now();
      const response = await openRequest(call, signal);
      if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
        const rejection = await readOutcome(response, started);
        // A server that restarts rejects calls until it runs again.
        if (response.status === 503 && this.state.get().step === 'reconnecting') {
          return { kind: 'cut', reason: 'The server is not available.' };
        }
        this.#change({ step: 'ended', rejection, reason: undefined });
        return undefined;
      }
      for await (const message of readEventStream(response)) {
        const end = this.#read(message);
        if (end !== undefined) return end;
      }
      return { kind: 'cut', reason: 'The connection was lost.' };
    } catch (error) {
      return { kind: 'cut', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Reads the response to the call, or a notification. Returns the end if it is the last word. */
  #read(message: unknown): End | undefined {
    if (!isObject(message)) return undefined;
    const { params } = message;
    if (!isObject(params)) {
      this.#change({ step: 'open', reason: undefined });
      return undefined;
    }
    if (params['done'] === true) return { kind: 'ended', reason: 'The subscription has ended.' };
    if (isObject(params['error'])) return lastWord(params['error']);
    if (typeof params['cursor'] === 'string') this.#cursor = params['cursor'];
    const { isPaused, count } = this.state.get();
    const event: LiveEvent = {
      number: count + 1,
      at: Date.now(),
      value: params['result'],
      dropped: typeof params['dropped'] === 'number' ? params['dropped'] : 0,
    };
    this.#events = [event, ...this.#events].slice(0, MAX_EVENTS);
    this.#change({ count: event.number, ...(isPaused ? {} : { events: this.#events }) });
    return undefined;
  }
}

/** A server that shuts down, or limits the duration of streams, expects clients to subscribe again. */
function lastWord({ code, message, data }: Readonly<Record<string, unknown>>): End {
  const isUnavailable = code === -32000 && isObject(data) && data['status'] === 503;
  return isUnavailable
    ? { kind: 'cut', reason: 'The server has ended the stream.' }
    : { kind: 'ended', reason: `${String(message)} (${String(code)})` };
}

/** Resolves after a delay, or when the signal fires. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
