import { createDeferred, type Deferred } from '../async/deferred.js';
import type { MaybePromise } from '../async/maybe-promise.js';
import { sleep } from '../async/timers.js';
import type { Thrown } from '../di/dependency-stack.js';
import { countConflict } from '../context/measurement.js';
import type { TransactionExecutor } from '../di/transaction-executor.js';
import { isBaseError } from '../errors/base-error.js';
import { BatchRolledBack, Conflict, RequestTimeout } from '../errors/standard-errors.js';
import { Attempt, type ConflictFailure } from './attempt.js';
import { BatchMember } from './batch-member.js';
import type { CallContext } from './call-context.js';
import type { Calls } from '../jsonrpc/message.js';
import type { CallOutcome } from './message-outcome.js';
import type { MessageScope, ScopedCall } from './message-scope.js';
import { delayAfter } from './retry-conflicts.js';
import { resolveSharedAgain } from './resolve-shared-dependencies.js';

/** Why a batch is rolled back. */
interface Failure extends Thrown {
  /** The index of the failed call; undefined if the commit or a shared dependency has failed. */
  readonly index?: number;
}

const SAVEPOINT = 'jsonrpc_kit_batch';

/**
 * The calls of a message to an entrypoint with `batch: 'atomic'`, which share one transaction. Their
 * methods run in request order. Each call then waits inside its middlewares until the transaction is
 * committed or rolled back, so that the middlewares see what has happened. After a conflict, the methods
 * run again in a new transaction.
 *
 * The time limit of a call applies while its method runs, and while the transaction ends.
 */
export class AtomicBatch {
  readonly scope: MessageScope;
  readonly mayKeepWrites: boolean;
  /** Observes the shared transaction. */
  attempt: Attempt;
  /** The calls whose methods run or have run, in request order. */
  readonly #members: BatchMember[] = [];
  #attempts = 1;
  #failure: Failure | undefined;
  /** The index of the call that was started last. */
  #index = 0;
  /** Resolves when the method of that call runs. */
  #hasJoined: Deferred = createDeferred();
  /** Resolves when that call has ended. */
  #hasEnded: Promise<unknown> | undefined;
  /** The end of a transaction that takes longer than the calls may take. */
  #lateEnd: Promise<unknown> | undefined;

  constructor(scope: MessageScope, calls: Calls) {
    this.scope = scope;
    this.mayKeepWrites = calls.kind === 'single' || calls.items.length === 1;
    this.attempt = new Attempt(scope);
  }

  /**
   * Runs statements in the shared transaction; undefined if an override has replaced the transaction.
   */
  get executor(): TransactionExecutor | undefined {
    const { shared, overrides, bound } = this.scope;
    const plan = bound.sharedPlan?.with(overrides);
    const transaction = plan?.steps.find(({ dependency }) => dependency.isTransaction)?.dependency;
    return transaction?.executor?.(shared?.get(transaction));
  }

  /** The error of the calls that another one rolled back; its cause is the error of that one. */
  get rejection(): BatchRolledBack | undefined {
    const { index, error } = this.#failure ?? {};
    if (index === undefined) return undefined;
    return new BatchRolledBack({ failedIndex: index }, { cause: error });
  }

  /** Retries the shared dependencies if their transaction conflicted while it began. Never rejects. */
  async begin(): Promise<void> {
    const { sharedFailure } = this.scope;
    if (sharedFailure !== undefined) await this.#recover(sharedFailure);
  }

  /**
   * Starts a call, and waits until its method has run, or the call has ended without running it. Never
   * rejects.
   *
   * @param admit starts the call
   */
  async start<Outcome>(
    call: CallContext,
    index: number,
    admit: (call: CallContext, index: number) => Outcome,
  ): Promise<{ readonly outcome: Outcome }> {
    this.#index = index;
    this.#hasJoined = createDeferred();
    this.#hasEnded = undefined;
    const outcome = admit(call, index);
    // A call that is rejected is never scheduled.
    const ended = this.#hasEnded ?? Promise.resolve(outcome);
    await Promise.race([ended, this.#hasJoined.promise]);
    const member = this.#memberOf(call);
    await member?.hasRun.promise;
    const failure = member === undefined ? call.failure : member.failure;
    if (failure !== undefined && this.#failure === undefined) {
      await this.#recover({ ...failure, index });
    }
    return { outcome };
  }

  #memberOf(call: ScopedCall): BatchMember | undefined {
    return this.#members.find((member) => member.call === call);
  }

  /** Rolls the batch back instead of committing it, because a middleware of a waiting call has failed. */
  willFail(call: ScopedCall, error: unknown): void {
    this.#memberOf(call)?.willFail(error);
  }

  /** Returns the outcome of the call that was started last, and notes when the call has ended. */
  watch(running: MaybePromise<CallOutcome>): MaybePromise<CallOutcome> {
    this.#hasEnded = Promise.resolve(running);
    return running;
  }

  /**
   * Executes the method of a call in a savepoint, and waits for the end of the transaction. Returns the
   * error of a call that must not run.
   *
   * @param execute runs the dependencies and the handler once
   */
  async execute(
    call: CallContext,
    execute: (attempt: number) => MaybePromise<void>,
  ): Promise<Thrown | undefined> {
    // An abandoned middleware may continue after its batch has ended.
    const error = call.interruption ?? this.rejection;
    if (error !== undefined) return { error };
    const member = new BatchMember(call, this.#index);
    this.#members.push(member);
    this.#hasJoined.resolve();
    let attempt = 0;
    do {
      attempt += 1;
      call.lifetime.attempt = this.attempt;
      await this.#executeInSavepoint(call, execute, attempt);
    } while (await member.awaitCommand());
    return undefined;
  }

  /** Commits the transaction unless a call has failed, and lets the calls end. Never rejects. */
  async finish(): Promise<void> {
    const { dependencyStack } = this.scope;
    const failed = this.#members.find(({ failure }) => failure !== undefined);
    if (failed?.failure !== undefined && this.#failure === undefined) {
      await this.#recover({ ...failed.failure, index: failed.index });
    }
    while (this.#failure === undefined) {
      try {
        await this.#withTimeLimits(dependencyStack.closeBeforeResponse());
        break;
      } catch (error) {
        await this.#recover({ error });
      }
    }
    if (this.#failure === undefined) this.attempt.keep();
    const end = (): void => this.#endCalls();
    if (this.#lateEnd === undefined) end();
    else void this.#lateEnd.then(end, end);
  }

  #endCalls(): void {
    const failure = this.#failure;
    for (const member of this.#members) {
      if (failure === undefined || failure.index === member.index) member.end(failure);
      else member.end({ error: this.rejection ?? failure.error });
    }
  }

  async #executeInSavepoint(
    call: CallContext,
    execute: (attempt: number) => MaybePromise<void>,
    attempt: number,
  ): Promise<void> {
    try {
      const executor = this.executor;
      await executor?.executeSql(`savepoint ${SAVEPOINT}`, []);
      await execute(attempt);
      if (executor === undefined || call.interruption !== undefined || call.hasFailed) return;
      if (call.isReplay) await executor.executeSql(`rollback to savepoint ${SAVEPOINT}`, []);
      // Fails if the handler has ignored the error of a statement, after which nothing can be committed.
      await executor.executeSql(`release savepoint ${SAVEPOINT}`, []);
    } catch (error) {
      if (call.interruption === undefined) call.fail(error);
    }
  }

  /**
   * Rolls back, and runs the methods again if the failure is a conflict. Afterwards, either all of them
   * have run successfully, or the failure is final.
   */
  async #recover(first: Failure): Promise<void> {
    let failure: Failure | undefined = first;
    while (failure !== undefined) {
      const conflict = await this.#rollBack(failure);
      if (conflict === undefined) return;
      const delay = delayAfter(this.#attempts);
      const { bound, signal } = this.scope;
      const mayRetry = this.#attempts < conflict.attempts;
      if (mayRetry) await sleep(delay, signal);
      const isRetried = mayRetry && !this.scope.isOver && !bound.running.isAborted;
      this.#countConflict(failure, isRetried ? 'retried' : 'failed');
      if (!isRetried) {
        const { error } = conflict;
        this.scope.logger.warn({ err: error, attempts: this.#attempts }, 'Transaction conflict');
        this.#failure = {
          ...failure,
          error: new Conflict({ retryAfterMs: delay }, { cause: error }),
        };
        return;
      }
      failure = await this.#runAgain();
    }
  }

  #countConflict({ index }: Failure, outcome: 'retried' | 'failed'): void {
    const member = this.#members.find((one) => one.index === index);
    countConflict(this.scope.bound.logger, member?.call, outcome);
  }

  /** Throws the error into all dependencies. Returns the conflict after which the methods run again. */
  async #rollBack(failure: Failure): Promise<ConflictFailure | undefined> {
    const scope = this.scope;
    const { attempt } = this;
    const isAbandoned = this.#members.some(({ call }) => call.interruption !== undefined);
    // The handler of a call that has timed out may still use the transaction. It is then rolled back later.
    const error = isAbandoned
      ? failure.error
      : ((await this.#withTimeLimits(this.#closeAll(failure))) ?? new RequestTimeout());
    attempt.drop();
    scope.hasSucceeded = false;
    scope.firstFailure = { error };
    if (error === failure.error && attempt.endsInConflict(error)) return attempt.conflict;
    // An error that isn't typed means that the transaction may not be rolled back.
    this.#failure =
      error === failure.error || isBaseError(error) ? { ...failure, error } : { error };
    return undefined;
  }

  /** Throws the error into the dependencies of the calls, and then into the shared ones. */
  async #closeAll({ error }: Failure): Promise<unknown> {
    for (const { call } of this.#members.toReversed()) {
      if (call.hasOpenDependencies) await call.dependencyStack.fail(error);
    }
    return (await this.scope.dependencyStack.fail(error)).error;
  }

  /** Runs the methods again in a new transaction. Returns the failure if one has failed. */
  async #runAgain(): Promise<Failure | undefined> {
    const scope = this.scope;
    this.#attempts += 1;
    this.attempt = new Attempt(scope);
    await resolveSharedAgain(scope);
    if (scope.sharedFailure !== undefined) return scope.sharedFailure;
    for (const member of this.#members) {
      await member.runAgain();
      const { failure, index } = member;
      if (failure !== undefined) return { ...failure, index };
    }
    return undefined;
  }

  /**
   * Applies the time limits of the calls to the end of the transaction. Resolves with undefined if all of
   * them have passed.
   */
  async #withTimeLimits<T>(work: Promise<T>): Promise<T | undefined> {
    for (const { call } of this.#members) call.lifetime.timer?.resume();
    const timedOut = this.#members.map((member) => member.timedOut.promise);
    const allTimedOut = Promise.all(timedOut).then((): typeof TIMED_OUT => TIMED_OUT);
    const result = await Promise.race(timedOut.length === 0 ? [work] : [work, allTimedOut]);
    for (const { call } of this.#members) call.lifetime.timer?.pause();
    if (result !== TIMED_OUT) return result;
    this.#lateEnd = work;
    this.#failure = { error: new RequestTimeout() };
    // The transaction may still be committed.
    this.attempt.keep();
    return undefined;
  }
}

const TIMED_OUT: unique symbol = Symbol('timed out');
