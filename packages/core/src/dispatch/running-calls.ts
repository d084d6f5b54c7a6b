import type { TimedWork } from '../context/timed-work.js';
import { OpenWork } from '../lifetime/open-work.js';

/** How late the timer may be before it counts as lost. */
const LOST_AFTER_MS = 1_000;

/**
 * The asynchronous work of an api that can be interrupted: its calls, and the resolution of shared
 * dependencies. All deadlines share one timer, so that a time limit costs no timer per call.
 */
export class RunningCalls {
  readonly work: OpenWork = new OpenWork();
  /** From then on no new calls are accepted. */
  isClosing = false;
  /** A set would be reallocated by V8 whenever its last member leaves it. */
  readonly #running: TimedWork[] = [];
  #abortReason: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wakesAt = Infinity;

  /** Registers work for a shutdown to wait for, and for its deadline to expire it. Called once. */
  begin(work: TimedWork, now: number): void {
    work.runningPlace = this.#running.push(work) - 1;
    this.work.begin();
    if (work.deadline < this.#wakesAt) this.#wakeAt(work.deadline);
    // Some edge runtimes drop a timer together with the request that set it.
    else if (this.#wakesAt < now - LOST_AFTER_MS) this.#expireOverdue();
    if (this.#abortReason !== undefined) work.abort(this.#abortReason);
  }

  /** Called when nothing of the work runs any more. */
  end(work: TimedWork): void {
    const last = this.#running.pop();
    if (last !== undefined && last !== work) {
      this.#running[work.runningPlace] = last;
      last.runningPlace = work.runningPlace;
    }
    this.work.end();
  }

  get isAborted(): boolean {
    return this.#abortReason !== undefined;
  }

  /** Aborts all work, also that which begins later; returns how much there was. */
  abortAll(reason: unknown): number {
    this.#abortReason = reason;
    const running = [...this.#running];
    for (const work of running) work.abort(reason);
    return running.length;
  }

  #wakeAt(time: number): void {
    clearTimeout(this.#timer);
    this.#wakesAt = time;
    if (time === Infinity) return;
    this.#timer = setTimeout(() => this.#expireOverdue(), Math.max(time - performance.now(), 0));
    // Running work keeps the process alive by itself: a socket, or whatever it waits for.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #expireOverdue(): void {
    // Timers may fire a fraction of a millisecond early.
    const now = performance.now() + 1;
    for (const work of this.#running.filter(({ deadline }) => deadline <= now)) work.expire();
    const deadlines = this.#running.map(({ deadline }) => deadline).filter((time) => time > now);
    this.#wakeAt(deadlines.reduce((first, time) => Math.min(first, time), Infinity));
  }
}
