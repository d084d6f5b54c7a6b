import { TaskList } from '../background/background-tasks.js';
import { DependencyStack } from '../di/dependency-stack.js';
import type { Logger } from '../logging/logger.js';
import type { HttpExchange } from './http-exchange.js';

/** The call that a lifetime belongs to. */
export interface LifetimeOwner {
  readonly exchange: HttpExchange;
  readonly isNotification: boolean;
  readonly failureLogger: Logger;
}

/**
 * The parts of a call that can outlive its response: its signal, interruption, dependencies and tasks.
 * Created on first access, because most synchronous calls don't need it.
 */
export class CallLifetime {
  /**
   * Why the call was interrupted; undefined if it wasn't. Its response doesn't wait for the handler.
   */
  interruption: unknown;
  /** Whether the response is that of an earlier call with the same idempotency key. */
  isReplay = false;
  /** Whether the job of a durable notification is committed. */
  isStored = false;
  /**
   * Settles when the handler of an interrupted call has ended; undefined if the call wasn't
   * interrupted.
   */
  handlerEnded: Promise<unknown> | undefined;
  readonly #call: LifetimeOwner;
  #controller: AbortController | undefined;
  #dependencyStack: DependencyStack | undefined;
  #ownTasks: TaskList | undefined;
  #onInterruption: ((reason: unknown) => void) | undefined;

  constructor(call: LifetimeOwner) {
    this.#call = call;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      if (this.interruption !== undefined) controller.abort(this.interruption);
      else if (!this.#call.isNotification) {
        this.#call.exchange.whenAborted((reason) => controller.abort(reason));
      }
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  /** Whether the signal has fired. Never creates the signal. */
  get isAborted(): boolean {
    return this.#controller?.signal.aborted === true;
  }

  /** Fires the signal of the call. The handler decides how to react. */
  abort(reason: unknown): void {
    void this.signal;
    this.#controller?.abort(reason);
  }

  /** Fires the signal of the call, and stops waiting for the handler. */
  interrupt(reason: unknown): void {
    this.interruption = reason;
    this.#controller?.abort(reason);
    this.#onInterruption?.(reason);
  }

  onInterruption(listener: (reason: unknown) => void): void {
    this.#onInterruption = listener;
  }

  get dependencyStack(): DependencyStack {
    return (this.#dependencyStack ??= new DependencyStack(this.#call.failureLogger));
  }

  get hasOpenDependencies(): boolean {
    return this.#dependencyStack !== undefined && !this.#dependencyStack.isEmpty;
  }

  /** The tasks of a notification, which has no response. */
  get ownTasks(): TaskList {
    return (this.#ownTasks ??= new TaskList(this.#call.exchange.endpoint.backgroundQueue));
  }

  get hasOwnTasks(): boolean {
    return this.#ownTasks?.isEmpty === false;
  }
}
