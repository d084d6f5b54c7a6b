import type { TestContext } from 'vitest';
import { isDeclared } from '../tracking/captured-error.js';
import type { CallTracker } from '../tracking/call-tracker.js';
import { undeclaredErrors } from '../tracking/undeclared-errors.js';
import { unseenAnswer } from '../tracking/unseen-answer.js';

/** What one run of a test is to fail with when it has ended, beside its own expectations. */
export class CheckOfTest {
  readonly #task: TestContext['task'];
  readonly #tracker: CallTracker | undefined;
  readonly #failures: unknown[] = [];
  readonly #errorsBefore: number;

  constructor(task: TestContext['task'], tracker: CallTracker | undefined) {
    this.#task = task;
    this.#tracker = tracker;
    // Of earlier runs, where the test is retried.
    this.#errorsBefore = task.result?.errors?.length ?? 0;
  }

  /** A failure that is none of the application's. */
  add(failure: unknown): void {
    if (this.#tracker?.failures.includes(failure) !== true) this.#failures.push(failure);
  }

  /** @throws AggregateError of whatever the test has not failed with yet; Vitest shows each of them */
  throwFailures(): void {
    const failures = [...this.#thrownUnseen(), ...this.#undeclared(), ...this.#failures];
    if (failures.length > 0) throw new AggregateError(failures);
  }

  /** What the application threw and the test has swallowed, or could not get. */
  #thrownUnseen(): unknown[] {
    const errors = this.#task.result?.errors?.slice(this.#errorsBefore) ?? [];
    const shown = new Set(errors.map(({ stack }) => stack));
    const failures = this.#tracker?.failures ?? [];
    return failures.filter((failure) => !shown.has((failure as Error).stack));
  }

  #undeclared(): Error[] {
    if (this.#tracker === undefined) return [];
    const { errors, unseenAnswer: unseen } = this.#tracker;
    const [first, ...others] = errors.filter((error) => !isDeclared(error));
    return [
      ...(first === undefined ? [] : [undeclaredErrors([first, ...others])]),
      ...(unseen === undefined ? [] : [unseenAnswer(unseen)]),
    ];
  }
}
