import { parseCookie } from 'cookie';
import {
  type BackgroundTasks,
  createBackgroundTasks,
  TaskList,
} from '../background/background-tasks.js';
import type { HookedMessage } from '../context/instrumentation.js';
import type { MaybePromise } from '../async/maybe-promise.js';
import type { ResolutionContext } from '../di/argument-source.js';
import type { TransactionObserver } from '../di/conflicts.js';
import { DependencyStack, type Thrown } from '../di/dependency-stack.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { PluginCall } from '../di/internal-call.js';
import type { ProvidedResources } from '../di/provided-resources.js';
import type { TransactionExecutor } from '../di/transaction-executor.js';
import type { BaseError } from '../errors/base-error.js';
import type { HttpError } from '../errors/http-error.js';
import { InternalError, RequestCancelled } from '../errors/standard-errors.js';
import type { HttpRequest } from '../http/http-request.js';
import { ExchangeResponseHead } from '../http/http-response-head.js';
import { type EncodedResponse, ResponseBudget } from '../jsonrpc/encode-response.js';
import { type Calls, namesOf } from '../jsonrpc/message.js';
import { ProblemBudget } from '../jsonrpc/problem.js';
import type { RequestId } from '../jsonrpc/request.js';
import type { Logger } from '../logging/logger.js';
import type { Carrier } from '../message/carrier.js';
import type { BoundEntrypoint } from './bound-entrypoint.js';
import type { MessageCharge } from './message-charge.js';
import type { CallOutcome, HttpEffects, IncomingMessage } from './message-outcome.js';
import type { MessageSlot } from './message-slot.js';
import { FailureLog, ReportingLogger } from './reporting-logger.js';

/** The members of a call that its scope, its lifetime and its subscription use. */
export interface ScopedCall extends PluginCall {
  readonly scope: MessageScope;
  readonly id: RequestId | null;
  readonly dependencyStack: DependencyStack;
  /** Whether a notification has ended; see `CallContext`. */
  readonly hasEndedTasks: boolean;
  /** The response of its method; see `CallContext`. */
  encoded: EncodedResponse | undefined;
}

/** The part of an atomic batch that its calls use. */
export interface SharedTransaction {
  readonly attempt: TransactionObserver;
  readonly executor: TransactionExecutor | undefined;
  /** Whether a failed call may commit what a dependency keeps, because its message has no other call. */
  readonly mayKeepWrites: boolean;
  readonly rejection: BaseError | undefined;
  willFail(call: ScopedCall, error: unknown): void;
  watch(running: MaybePromise<CallOutcome>): MaybePromise<CallOutcome>;
  execute(
    call: ScopedCall,
    execute: (attempt: number) => MaybePromise<void>,
  ): Promise<Thrown | undefined>;
}

/** What is known of a message when its calls begin. */
interface ParsedMessage {
  readonly calls: Calls;
  /** The memory that is reserved for the message. */
  readonly heldBytes: number;
  /** Undefined without active instrumentation. */
  readonly hooked: HookedMessage | undefined;
}

/** The scope of one message: what its calls share. Creates rarely used parts lazily. */
export class MessageScope implements ResolutionContext {
  readonly bound: BoundEntrypoint;
  readonly carrier: Carrier;
  /**
   * The method's name in the URL `{path}/{method}`; undefined for a message to the entrypoint's own
   * path.
   */
  readonly pathMethod: string | undefined;
  readonly overrides: DependencyOverrides;
  /** Undefined without active instrumentation. */
  readonly hooked: HookedMessage | undefined;
  readonly isBatch: boolean;
  readonly params: undefined = undefined;
  readonly jsonRpcContext: undefined = undefined;

  /** The values of the entrypoint's `messageDependencies`; undefined until they are resolved. */
  shared: ReadonlyMap<object, unknown> | undefined;
  /**
   * Why all calls fail, whatever they are: the error of the `messageDependencies`, or of the rate limit.
   * Undefined if neither has failed.
   */
  sharedFailure: Thrown | undefined;
  /** The batch whose calls share a transaction; undefined if the calls are independent. */
  atomicBatch: SharedTransaction | undefined;
  /** The slot of the shared dependencies, for the calls; undefined without such dependencies. */
  slot: MessageSlot | undefined;
  /** The error that ended the whole message; undefined if no call has thrown one. */
  httpError: HttpError | undefined;
  /** Whether the calls that haven't started are rejected. */
  startsNoCall = false;
  /** Whether at least one method has succeeded. */
  hasSucceeded = false;
  /** The error of the first method that has failed. */
  firstFailure: Thrown | undefined;
  /** The decisions of the rate limits; undefined if nothing was charged. */
  rateLimit: MessageCharge | undefined;
  /** Undefined if no queue has rejected a notification. */
  notificationFailure: HttpEffects | undefined;
  /** The head of the HTTP response; undefined if no call has accessed it as `httpResponse`. */
  head: ExchangeResponseHead | undefined;
  readonly responseBudget: ResponseBudget;

  readonly #heldBytes: number;
  readonly #calls: Calls;
  #calledMethods: readonly string[] | undefined;
  #failures: FailureLog | undefined;
  #hasLoggedSharedFailure = false;
  #responders: ((error: unknown) => CallOutcome)[] | undefined;
  #callsToClose: ScopedCall[] | undefined;
  #tasks: TaskList | undefined;
  #hasClosedTasks = false;
  #isReleased = false;
  #notifications: Set<Promise<unknown>> | undefined;
  #unfinished: Set<Promise<unknown>> | undefined;
  #cookies: Readonly<Record<string, string | undefined>> | undefined;
  #problemBudget: ProblemBudget | undefined;
  #dependencyStack: DependencyStack | undefined;
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  #onAborted: ((reason: unknown) => void)[] | undefined;
  #onCarrierAborted: (() => void) | undefined;

  constructor(
    bound: BoundEntrypoint,
    { carrier, pathMethod, overrides }: IncomingMessage,
    { calls, heldBytes, hooked }: ParsedMessage,
  ) {
    this.bound = bound;
    this.carrier = carrier;
    this.pathMethod = pathMethod;
    this.overrides = overrides ?? bound.api.overrides;
    this.hooked = hooked;
    this.isBatch = calls.kind === 'batch';
    this.#calls = calls;
    this.responseBudget = new ResponseBudget(bound.settings.limits);
    this.#heldBytes = heldBytes;
    bound.running.work.begin();
    carrier.valueUses?.begin();
  }

  /** Ends the message. Releases its memory when no call can use it any more. */
  release(): void {
    if (!this.hasWorkAfterResponse) {
      // Nothing would run a task that is added later.
      this.#hasClosedTasks = true;
      this.#tasks?.close();
    }
    if (this.hasUnfinished) {
      void this.whenFinished().then(() => this.#released());
    } else this.#released();
    this.bound.running.work.end();
  }

  #released(): void {
    this.#isReleased = true;
    this.carrier.valueUses?.end();
    this.bound.api.heldMemory.release(this.#heldBytes);
    this.#failures?.summarize(this.logger);
    const listener = this.#onCarrierAborted;
    if (listener !== undefined) this.carrier.signal?.removeEventListener('abort', listener);
  }

  get httpRequest(): HttpRequest | undefined {
    return this.carrier.http;
  }

  get resources(): ProvidedResources {
    return this.bound.api.resources;
  }

  /** Why the dependencies that are being resolved must stop; undefined while they may continue. */
  get interruption(): unknown {
    return this.sharedFailure?.error;
  }

  /** Observes the transaction of an atomic batch; undefined if the calls are independent. */
  get attempt(): TransactionObserver | undefined {
    return this.atomicBatch?.attempt;
  }

  /**
   * A function for each call, by its index in the batch, that encodes the error of a failed shared
   * teardown as the outcome. Empty without shared dependencies.
   */
  get responders(): ((error: unknown) => CallOutcome)[] {
    return (this.#responders ??= []);
  }

  /** Calls whose dependencies must be closed after the response has been sent. */
  get callsToClose(): ScopedCall[] {
    return (this.#callsToClose ??= []);
  }

  /**
   * Forgets the responses of the calls, which the carrier has now. Otherwise, a client that doesn't read would
   * keep a second copy of them.
   */
  forgetResponses(): void {
    this.#responders = undefined;
    for (const call of this.#callsToClose ?? []) call.encoded = undefined;
  }

  /** The background tasks of all calls, in the order in which they were added. */
  get tasks(): TaskList {
    if (this.#tasks === undefined) {
      this.#tasks = new TaskList(this.bound.backgroundQueue);
      if (this.#hasClosedTasks) this.#tasks.close();
    }
    return this.#tasks;
  }

  /** Whether teardowns or background tasks follow the response. */
  get hasWorkAfterResponse(): boolean {
    const hasTasks = this.#tasks?.isEmpty === false;
    return hasTasks || this.#callsToClose !== undefined || this.hasOpenDependencies;
  }

  /** Notifications that are still running. */
  get notifications(): Set<Promise<unknown>> {
    return (this.#notifications ??= new Set());
  }

  /**
   * Keeps the shared dependencies open until the promise resolves: that of a notification, of an abandoned
   * handler or of a subscription, which may still use them.
   */
  keepOpenUntil(ended: Promise<unknown>): void {
    const unfinished = (this.#unfinished ??= new Set());
    unfinished.add(ended);
    void ended.then(() => unfinished.delete(ended));
  }

  get hasUnfinished(): boolean {
    return this.#unfinished !== undefined && this.#unfinished.size > 0;
  }

  /**
   * Resolves when no notification and no abandoned handler runs. Checks again each time, because a
   * notification that times out adds its handler.
   */
  async whenFinished(): Promise<void> {
    while (this.#unfinished !== undefined && this.#unfinished.size > 0) {
      await Promise.all(this.#unfinished);
    }
  }

  /** Logs what belongs to the whole message and not to one call. */
  get logger(): Logger {
    return new ReportingLogger(this.bound.logger, { carrier: this.carrier });
  }

  /** Limits the number of the framework's own log lines about the calls. */
  get failures(): FailureLog {
    return (this.#failures ??= new FailureLog());
  }

  /** Whether the error still has to be logged. That of the shared dependencies is logged once. */
  mustLog(error: unknown): boolean {
    const { sharedFailure } = this;
    if (sharedFailure === undefined || sharedFailure.error !== error) return true;
    const isFirst = !this.#hasLoggedSharedFailure;
    this.#hasLoggedSharedFailure = true;
    return isFirst;
  }

  get httpResponse(): ExchangeResponseHead {
    return (this.head ??= new ExchangeResponseHead());
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    return (this.#cookies ??= parseCookie(this.carrier.header('cookie') ?? ''));
  }

  get backgroundTasks(): BackgroundTasks {
    return createBackgroundTasks(this.tasks, this.logger);
  }

  get problemBudget(): ProblemBudget {
    return (this.#problemBudget ??= new ProblemBudget());
  }

  get dependencyStack(): DependencyStack {
    return (this.#dependencyStack ??= new DependencyStack(this.logger));
  }

  get hasOpenDependencies(): boolean {
    return this.#dependencyStack !== undefined && !this.#dependencyStack.isEmpty;
  }

  /** The names of the methods that the message calls; a call without a name is left out. */
  get calledMethods(): readonly string[] {
    return (this.#calledMethods ??= namesOf(this.#calls, this.pathMethod));
  }

  /** Fires when the carrier aborts, and when an {@link HttpError} ends the message. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      this.whenAborted((reason) => controller.abort(reason));
    }
    return this.#controller.signal;
  }

  /**
   * Registers a function to call when {@link signal} fires, or calls it immediately if the signal has
   * fired. All calls of a batch share one listener, because Node warns about a leak beyond ten
   * listeners.
   */
  whenAborted(callback: (reason: unknown) => void): void {
    const { signal } = this.carrier;
    const aborted = this.#aborted ?? (signal?.aborted === true ? signal : undefined);
    if (aborted !== undefined) {
      callback(aborted.reason);
      return;
    }
    // After the response, the listener would stay, and the signal of a connection may have thousands.
    if (this.#isReleased) return;
    if (this.#onAborted === undefined) {
      this.#onAborted = [];
      this.#onCarrierAborted = () => this.abort(signal?.reason);
      signal?.addEventListener('abort', this.#onCarrierAborted, { once: true });
    }
    this.#onAborted.push(callback);
  }

  /** Whether the client has disconnected, or an {@link HttpError} has ended the message. */
  get isOver(): boolean {
    return this.httpError !== undefined || this.carrier.signal?.aborted === true;
  }

  /** Rejects the calls that haven't started, if {@link isOver}. */
  stopIfOver(): void {
    this.startsNoCall ||= this.isOver;
  }

  /** Whether the client has disconnected. A job has no client. */
  get hasDisconnected(): boolean {
    return this.carrier.signal?.aborted === true && this.carrier.kind !== 'job';
  }

  /** The error of a call that doesn't start, because {@link isOver} is true or the server shuts down. */
  get unstartedError(): BaseError {
    return this.hasDisconnected ? new RequestCancelled() : new InternalError();
  }

  /** Ends the whole message with the error, which replaces all responses. */
  endWith(error: HttpError): void {
    this.httpError ??= error;
    this.abort(error);
  }

  /** Fires {@link signal} and the signals of the calls. */
  abort(reason: unknown): void {
    this.#aborted ??= { reason };
    for (const callback of this.#onAborted?.splice(0) ?? []) callback(reason);
  }
}
