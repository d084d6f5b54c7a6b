import { OpenDependencies } from '../lifetime/open-dependencies.js';
import { TaskList } from '../lifetime/task-list.js';
import type { CallContext } from './call-context.js';

/**
 * The parts of a call that can outlive its response: its signal, its interruption, its dependencies and
 * its tasks. Created on first access, since most synchronous calls need none of them.
 */
export class CallLifetime {
  /** Why the call was interrupted. Its response has been sent, whatever its handler still does. */
  interruption: unknown;
  /** The handler of an interrupted call, which may go on using what it was given. */
  released: Promise<unknown> | undefined;
  readonly #call: CallContext;
  #controller: AbortController | undefined;
  #openDependencies: OpenDependencies | undefined;
  #ownTasks: TaskList | undefined;
  #onInterruption: ((reason: unknown) => void) | undefined;

  constructor(call: CallContext) {
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

  /** Whether its signal has fired; asking does not make one. */
  get isAborted(): boolean {
    return this.#controller?.signal.aborted === true;
  }

  /** Fires the call's signal; what it does of that is its own affair. */
  abort(reason: unknown): void {
    void this.signal;
    this.#controller?.abort(reason);
  }

  /** Fires the call's signal and tells who waits for its answer that there will be none in time. */
  interrupt(reason: unknown): void {
    this.interruption = reason;
    this.#controller?.abort(reason);
    this.#onInterruption?.(reason);
  }

  onInterruption(listener: (reason: unknown) => void): void {
    this.#onInterruption = listener;
  }

  get openDependencies(): OpenDependencies {
    return (this.#openDependencies ??= new OpenDependencies(this.#call.failureLogger));
  }

  get hasOpenDependencies(): boolean {
    return this.#openDependencies !== undefined && !this.#openDependencies.isEmpty;
  }

  /** Those of a notification, which has no response. */
  get ownTasks(): TaskList {
    return (this.#ownTasks ??= new TaskList(this.#call.exchange.backgroundQueue));
  }

  get hasOwnTasks(): boolean {
    return this.#ownTasks?.isEmpty === false;
  }
}
