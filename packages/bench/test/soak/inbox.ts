import { EventEmitter, once } from 'node:events';
import { HTTP_ERROR, type JsonRpcResponse, type Observations } from './observations.js';

/** Milliseconds within which a message must arrive from a server under load. */
const MAX_WAIT = 10_000;

/** A request, whose params contain the id of a subscription if it unsubscribes. */
export interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly subscription?: string };
}

interface Message extends JsonRpcResponse {
  readonly id?: number;
  readonly params?: {
    readonly subscription: string;
    readonly result?: { readonly number: number };
    readonly done?: true;
    readonly error?: { readonly code: number };
  };
}

/** A subscription that the server has accepted. */
export interface Subscribed {
  readonly id: string;
  isOpen: boolean;
  /** The number of the newest event; 0 before the first one. */
  newest: number;
  /** How the server has ended it: `done`, or the code of an error. */
  lastWord: 'done' | number | undefined;
}

/**
 * The messages of a connection or an event stream, which it checks when they arrive: each belongs to a
 * request or an open subscription, and the events of a subscription count from 1 without a gap.
 */
export class Inbox {
  isOver = false;
  readonly #seen: Observations;
  readonly #responses = new Map<number, JsonRpcResponse>();
  readonly #requests = new Map<number, Request>();
  readonly #subscriptions = new Map<unknown, Subscribed>();
  readonly #changes = new EventEmitter();

  constructor(seen: Observations) {
    this.#seen = seen;
  }

  /** Expects one response to a request. */
  expect(request: Request): void {
    this.#requests.set(request.id, request);
  }

  receive(text: string): void {
    const messages = [JSON.parse(text) as Message | Message[]].flat();
    if (!messages.every((message) => this.#accepts(message))) {
      this.#seen.wrong.push(text.slice(0, 500));
    }
    this.changed();
  }

  /** Reports that the connection or stream has ended. */
  end(): void {
    this.isOver = true;
    this.changed();
  }

  /** Checks the conditions of `until()` again. */
  changed(): void {
    this.#changes.emit('change');
  }

  /** Waits until a condition is met. Returns false if the connection or stream ends first. */
  async until(isMet: () => boolean): Promise<boolean> {
    const signal = AbortSignal.timeout(MAX_WAIT);
    while (!isMet()) {
      if (this.isOver) return false;
      try {
        await once(this.#changes, 'change', { signal });
      } catch {
        this.#seen.wrong.push(`Nothing arrived within ${MAX_WAIT} ms for ${String(isMet)}`);
        return false;
      }
    }
    return true;
  }

  /** Waits for the response to a request. Returns undefined if the server ends or shuts down first. */
  async response(id: number): Promise<JsonRpcResponse | undefined> {
    await this.until(() => this.#responses.has(id));
    const response = this.#responses.get(id);
    return response?.error?.code === HTTP_ERROR ? undefined : response;
  }

  /** Returns the subscription that a response has accepted, also after it has ended. */
  subscription(response: JsonRpcResponse | undefined): Subscribed | undefined {
    return this.#subscriptions.get(response?.result);
  }

  /** Waits until the server has ended a subscription, and checks its number of events and last word. */
  async receiveLastWord(
    subscribed: Subscribed | undefined,
    expected: Pick<Subscribed, 'newest' | 'lastWord'>,
  ): Promise<void> {
    if (subscribed === undefined || !(await this.until(() => !subscribed.isOpen))) return;
    const { newest, lastWord } = subscribed;
    if (lastWord === HTTP_ERROR) return;
    if (newest !== expected.newest || lastWord !== expected.lastWord) {
      this.#seen.wrong.push(`The last word after ${newest} events is ${lastWord}`);
    }
  }

  #accepts(message: Message): boolean {
    return message.id === undefined
      ? this.#acceptsEvent(message)
      : this.#acceptsResponse(message.id, message);
  }

  #acceptsResponse(id: number, message: Message): boolean {
    const { result, error } = message;
    const request = this.#requests.get(id);
    if (request === undefined) return false;
    this.#requests.delete(id);
    if (error?.code === HTTP_ERROR) this.#seen.interrupted.push(JSON.stringify(message));
    this.#responses.set(id, message);
    const { method, params } = request;
    if (method.endsWith('.subscribe') && typeof result === 'string') {
      const subscribed = { id: result, isOpen: true, newest: 0, lastWord: undefined };
      this.#subscriptions.set(result, subscribed);
    }
    const left = this.#subscriptions.get(params.subscription);
    if (left !== undefined) left.isOpen = false;
    return true;
  }

  #acceptsEvent(message: Message): boolean {
    const { params } = message;
    const subscribed = this.#subscriptions.get(params?.subscription);
    if (params === undefined || subscribed?.isOpen !== true) return false;
    const { result, done, error } = params;
    if (result === undefined) {
      subscribed.isOpen = false;
      subscribed.lastWord = done === true ? 'done' : error?.code;
      if (error?.code === HTTP_ERROR) this.#seen.interrupted.push(JSON.stringify(message));
      return subscribed.lastWord !== undefined;
    }
    this.#seen.events += 1;
    subscribed.newest += 1;
    return result.number === subscribed.newest;
  }
}
