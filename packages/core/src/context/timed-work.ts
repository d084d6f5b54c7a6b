/** Running work that a deadline or a forced shutdown can interrupt. */
export interface TimedWork {
  /** Its index among the running work; set by its keeper. */
  runningPlace: number;
  /** When its time is over, by `performance.now()`; it may be `Infinity`. */
  readonly deadline: number;
  /** Called once when the deadline has passed. */
  expire(): void;
  /** Called when the shutdown is forced. */
  abort(reason: unknown): void;
}
