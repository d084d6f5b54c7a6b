import type { CallContext } from '../context/call-context.js';
import type { CallLifetime } from '../context/call-lifetime.js';
import { OpenWork } from '../lifetime/open-work.js';

/** The asynchronous calls and whatever else is under way, for a shutdown to wait for or to abort. */
export class RunningCalls {
  readonly work: OpenWork = new OpenWork();
  /** From then on no new calls are taken. */
  isClosing = false;
  /** A set would be made anew by V8 whenever its last call leaves it. */
  readonly #calls: CallLifetime[] = [];
  #abortReason: unknown;

  /** From here on the call is waited for, and aborted by a forced shutdown. It is begun once. */
  begin({ lifetime }: CallContext): void {
    lifetime.runningPlace = this.#calls.push(lifetime) - 1;
    this.work.begin();
    if (this.#abortReason !== undefined) lifetime.abort(this.#abortReason);
  }

  /** When nothing of the call runs any more. */
  end({ lifetime }: CallContext): void {
    const last = this.#calls.pop();
    if (last !== undefined && last !== lifetime) {
      this.#calls[lifetime.runningPlace] = last;
      last.runningPlace = lifetime.runningPlace;
    }
    this.work.end();
  }

  get isAborted(): boolean {
    return this.#abortReason !== undefined;
  }

  /** Fires the signal of every call, also of those that begin later; gives how many there were. */
  abortAll(reason: unknown): number {
    this.#abortReason = reason;
    const calls = [...this.#calls];
    for (const call of calls) call.abort(reason);
    return calls.length;
  }
}
