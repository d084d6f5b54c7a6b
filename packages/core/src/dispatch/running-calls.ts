import type { CallContext } from '../context/call-context.js';
import { OpenWork } from '../lifetime/open-work.js';

/** The asynchronous calls and whatever else is under way, for a shutdown to wait for or to abort. */
export class RunningCalls {
  readonly work: OpenWork = new OpenWork();
  /** From then on no new calls are taken. */
  isClosing = false;
  readonly #calls = new Set<CallContext>();
  #abortReason: unknown;

  /** `ended` settles when nothing of the call runs any more. */
  add(call: CallContext, ended: Promise<unknown>): void {
    this.#calls.add(call);
    if (this.#abortReason !== undefined) call.abort(this.#abortReason);
    const remove = (): void => {
      this.#calls.delete(call);
    };
    ended.then(remove, remove);
    this.work.track(ended);
  }

  get isAborted(): boolean {
    return this.#abortReason !== undefined;
  }

  /** Fires the signal of every call, also of those that begin later. */
  abortAll(reason: unknown): void {
    this.#abortReason = reason;
    for (const call of this.#calls) call.abort(reason);
  }
}
