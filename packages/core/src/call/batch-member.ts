import { createDeferred, type Deferred } from '../async/deferred.js';
import type { Thrown } from '../di/dependency-stack.js';
import type { CallContext } from './call-context.js';

/** What a call of an atomic batch does after its method has run. */
type Command = 'run again' | 'end';

/** A call of an atomic batch whose method runs or has run. */
export class BatchMember {
  readonly call: CallContext;
  /** The index of the call in its batch. */
  readonly index: number;
  /** Resolves when the call has exceeded its time limit. */
  readonly timedOut: Deferred = createDeferred();
  /** Resolves when the method has run, or the call has exceeded its time limit. */
  hasRun: Deferred = createDeferred();
  #command: Deferred<Command> = createDeferred<Command>();
  /** The error of a middleware that has failed while the batch goes on. */
  #earlyFailure: Thrown | undefined;
  #isOver = false;

  constructor(call: CallContext, index: number) {
    this.call = call;
    this.index = index;
    call.lifetime.onTimeout(() => {
      // The batch decides whether the effects of the attempt stay.
      call.lifetime.attempt = undefined;
      this.timedOut.resolve();
      this.hasRun.resolve();
    });
  }

  /** Why the call rolls back; undefined if it doesn't. */
  get failure(): Thrown | undefined {
    const { interruption, hasFailed, exception, lifetime } = this.call;
    if (interruption !== undefined) return { error: interruption };
    if (this.#earlyFailure !== undefined) return this.#earlyFailure;
    return hasFailed && !lifetime.keepsWrites ? { error: exception } : undefined;
  }

  /**
   * Reports that the method has run, and waits until the batch continues. Returns whether the method
   * must run again. Called in the asynchronous flow of the call, so that it runs again in the same flow.
   */
  async awaitCommand(): Promise<boolean> {
    this.call.lifetime.timer?.pause();
    this.hasRun.resolve();
    const command = await this.#command.promise;
    this.#command = createDeferred<Command>();
    return command === 'run again';
  }

  /** Runs the method again. Resolves when it has run, or the call has exceeded its time limit. */
  async runAgain(): Promise<void> {
    this.hasRun = createDeferred();
    this.call.restart();
    this.call.lifetime.timer?.resume();
    this.#command.resolve('run again');
    await this.hasRun.promise;
  }

  /** Notes that a middleware has failed, unless the batch has ended. */
  willFail(error: unknown): void {
    if (!this.#isOver) this.#earlyFailure ??= { error };
  }

  /** Lets the call leave its middlewares, with another outcome if there is an error. */
  end(failure: Thrown | undefined): void {
    const { call } = this;
    this.#isOver = true;
    // The time limit also applies to what the middlewares do afterwards.
    call.lifetime.timer?.resume();
    call.lifetime.attempt = undefined;
    if (failure !== undefined) {
      call.isAccepted = false;
      if (call.interruption === undefined) call.fail(failure.error);
    }
    this.#command.resolve('end');
  }
}
