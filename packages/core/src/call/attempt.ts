import type { RetryPolicy, TransactionObserver } from '../di/conflicts.js';
import { DraftResponseHead, type HttpResponseHead } from '../http/http-response-head.js';
import type { MessageScope } from './message-scope.js';

/** The error of a transaction that conflicted with another one. */
export interface ConflictFailure {
  readonly error: unknown;
  /** How often the call may be attempted. */
  readonly attempts: number;
}

/**
 * One run of the dependencies and the handler of a call with a transaction. Its changes of the response
 * head take effect when it is kept. They have no effect if it is dropped, and its background tasks don't
 * run.
 */
export class Attempt implements TransactionObserver {
  isDropped = false;
  /** Undefined if the attempt has another outcome. */
  conflict: ConflictFailure | undefined;
  readonly #scope: MessageScope;
  #failure: ConflictFailure | undefined;
  #hasCommitted = false;
  #head: DraftResponseHead | undefined;

  constructor(scope: MessageScope) {
    this.#scope = scope;
  }

  get httpResponse(): HttpResponseHead {
    return (this.#head ??= new DraftResponseHead(this.#scope.httpResponse));
  }

  committed(): void {
    this.#hasCommitted = true;
  }

  failed(error: unknown, { attempts, on }: RetryPolicy): void {
    if (on(error)) this.#failure ??= { error, attempts };
  }

  /**
   * Ends the attempt with the error of its call. Returns whether that is a conflict. It isn't if another
   * transaction of the call was committed, or a dependency has replaced the error.
   */
  endsInConflict(error: unknown): boolean {
    if (this.#hasCommitted || this.#failure?.error !== error) return false;
    this.conflict = this.#failure;
    return this.conflict !== undefined;
  }

  keep(): void {
    this.#head?.keep();
  }

  drop(): void {
    this.isDropped = true;
  }
}
