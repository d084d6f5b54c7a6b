import { TaskList } from '../background/background-tasks.js';
import { DependencyStack } from '../di/dependency-stack.js';
import type { EarlyResponse } from '../di/method-outcome.js';
import type { Attempt } from './attempt.js';
import type { CallProgress } from './call-progress.js';
import type { ScopedCall } from './message-scope.js';

/** The time limit of a call. */
export interface CallTimer {
  /** Stops counting the time. */
  pause(): void;
  /** Continues to count the time. */
  resume(): void;
}

/** The parts of a call that a subscription closes. */
export interface DetachedParts {
  /** Undefined if there are no dependencies. */
  readonly dependencyStack: DependencyStack | undefined;
  readonly signal: DetachedSignal;
}

/** The signal of a call whose subscription fires it. It may be read for the first time in the iterable. */
export class DetachedSignal {
  #controller: AbortController | undefined;
  #ended: { readonly reason: unknown } | undefined;

  constructor(controller: AbortController | undefined) {
    this.#controller = controller;
  }

  /** Sets the controller of a signal that is read late. */
  attach(controller: AbortController): void {
    this.#controller = controller;
    if (this.#ended !== undefined) controller.abort(this.#ended.reason);
  }

  abort(reason: unknown): void {
    this.#ended = { reason };
    this.#controller?.abort(reason);
  }
}

/**
 * The parts of a call that can outlive its response: its signal, timeout, dependencies and tasks.
 * Created on first access, because most synchronous calls don't need it.
 */
export class CallLifetime {
  /**
   * The RequestTimeout of a call that has timed out; undefined if it hasn't. The response doesn't wait for
   * the handler.
   */
  interruption: unknown;
  /** The response of a dependency, unless another error has replaced it. */
  early: EarlyResponse | undefined;
  /** Whether the call has failed, but commits the writes that a dependency keeps. */
  keepsWrites = false;
  /** Whether the method of a notification has ended, and its remaining teardowns have to run. */
  closesDependencies = false;
  /**
   * Settles when the handler of a call that has timed out has ended; undefined if the call hasn't timed
   * out.
   */
  handlerEnded: Promise<unknown> | undefined;
  /** The current attempt of a call with a transaction; undefined before and after it. */
  attempt: Attempt | undefined;
  /** The time limit of a call of an atomic batch; undefined for other calls. */
  timer: CallTimer | undefined;
  /** Undefined if the call reports nothing, or its client doesn't receive reports. */
  progress: CallProgress | undefined;
  readonly #call: ScopedCall;
  #controller: AbortController | undefined;
  #detachedSignal: DetachedSignal | undefined;
  #dependencyStack: DependencyStack | undefined;
  #ownTasks: TaskList | undefined;
  #onTimeout: ((reason: unknown) => void)[] | undefined;

  constructor(call: ScopedCall) {
    this.#call = call;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      if (this.interruption !== undefined) controller.abort(this.interruption);
      else if (this.#detachedSignal !== undefined) this.#detachedSignal.attach(controller);
      // The HTTP response doesn't wait for a notification, so its client may disconnect.
      else if (!this.#call.isNotification) {
        this.#call.scope.whenAborted((reason) => controller.abort(reason));
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
  timeOut(reason: unknown): void {
    this.interruption = reason;
    this.progress?.end();
    for (const listener of this.#onTimeout ?? []) listener(reason);
    // The response is sent without waiting for the end of the attempt.
    this.keepAttempt();
    this.#controller?.abort(reason);
  }

  /** Forgets the response of a dependency, unless the exception of the call is its error. */
  discardEarly(exception: unknown): void {
    const { outcome } = this.early ?? {};
    if (outcome !== undefined && 'error' in outcome && outcome.error === exception) return;
    this.early = undefined;
  }

  /** Ends the current attempt, whose effects stay. */
  keepAttempt(): void {
    this.attempt?.keep();
    this.attempt = undefined;
  }

  onTimeout(listener: (reason: unknown) => void): void {
    (this.#onTimeout ??= []).push(listener);
  }

  get dependencyStack(): DependencyStack {
    return (this.#dependencyStack ??= new DependencyStack(this.#call.failureLogger));
  }

  /**
   * Hands the open dependencies and the signal over to a subscription, so that the call neither closes
   * nor aborts them.
   */
  detach(): DetachedParts {
    const dependencyStack = this.#dependencyStack;
    this.#dependencyStack = undefined;
    this.#detachedSignal = new DetachedSignal(this.#controller);
    return { dependencyStack, signal: this.#detachedSignal };
  }

  get hasOpenDependencies(): boolean {
    return this.#dependencyStack !== undefined && !this.#dependencyStack.isEmpty;
  }

  /** The tasks of a notification, which has no response. */
  get ownTasks(): TaskList {
    if (this.#ownTasks === undefined) {
      this.#ownTasks = new TaskList(this.#call.scope.bound.backgroundQueue);
      if (this.#call.hasEndedTasks) this.#ownTasks.close();
    }
    return this.#ownTasks;
  }

  endTasks(): void {
    this.#ownTasks?.close();
  }

  get hasOwnTasks(): boolean {
    return this.#ownTasks?.isEmpty === false;
  }
}
