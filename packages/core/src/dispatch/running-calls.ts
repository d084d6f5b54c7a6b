import type { CallContext } from '../context/call-context.js';
import { OpenWork } from '../lifetime/open-work.js';

/** The asynchronous calls and whatever else is under way, for a shutdown to wait for or to abort. */
export class RunningCalls {
  readonly work: OpenWork = new OpenWork();
  /** From then on no new calls are taken. */
  isClosing = false;
  readonly #calls = new Set<CallContext>();
  #abortReason: unknown;

  /** From here on the call is waited for, and aborted by a forced shutdown. */
  begin(call: CallContext): void {
    this.#calls.add(call);
    this.work.begin();
    if (this.#abortReason !== undefined) call.abort(this.#abortReason);
  }

  /** When nothing of the call runs any more. */
  end(call: CallContext): void {
    this.#calls.delete(call);
    this.work.end();
  }

  get isAborted(): boolean {
    return this.#abortReason !== undefined;
  }

  /** Fires the signal of every call, also of those that begin later; gives how many there were. */
  abortAll(reason: unknown): number {
    this.#abortReason = reason;
    const { size } = this.#calls;
    for (const call of this.#calls) call.abort(reason);
    return size;
  }
}
