import type { TestContext } from 'vitest';
import { isDeclared } from '../tracking/captured-error.js';
import type { CallTracker } from '../tracking/call-tracker.js';
import { unassignedErrors } from '../tracking/unassigned-errors.js';
import { undeclaredErrors } from '../tracking/undeclared-errors.js';
import { unseenAnswer } from '../tracking/unseen-answer.js';

/** What one run of a test is to fail with when it has ended, beside its own expectations. */
export class CheckOfTest {
  readonly #task: TestContext['task'];
  readonly #tracker: CallTracker;
  readonly #failures: unknown[] = [];
  readonly #errorsBefore: number;

  constructor(task: TestContext['task'], tracker: CallTracker) {
    this.#task = task;
    this.#tracker = tracker;
    // Of earlier runs, where the test is retried.
    this.#errorsBefore = task.result?.errors?.length ?? 0;
  }

  /** Runs what ends a part of the test, and keeps what it throws, unless the application threw it. */
  async attempt(work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (!this.#tracker.failures.includes(failure)) this.#failures.push(failure);
    }
  }

  /** @throws AggregateError of whatever the test has not failed with yet; Vitest shows each of them */
  throwFailures(): void {
    const shown = new Set(this.#shownStacks());
    const failures = [
      // Those that the test has swallowed, or could not get.
      ...this.#tracker.failures,
      ...this.#undeclared(),
      ...this.#unassigned(),
      ...this.#failures,
    ].filter((failure) => {
      const { stack } = failure as Error;
      const isShown = shown.has(stack);
      shown.add(stack);
      return !isShown;
    });
    if (failures.length > 0) throw new AggregateError(failures);
  }

  #shownStacks(): (string | undefined)[] {
    const errors = this.#task.result?.errors?.slice(this.#errorsBefore) ?? [];
    return errors.map(({ stack }) => stack);
  }

  #undeclared(): Error[] {
    const { errors, unseenAnswer: unseen } = this.#tracker;
    const [first, ...others] = errors.filter((error) => !isDeclared(error));
    return [
      ...(first === undefined ? [] : [undeclaredErrors([first, ...others])]),
      ...(unseen === undefined ? [] : [unseenAnswer(unseen)]),
    ];
  }

  #unassigned(): unknown[] {
    const { unassignedErrors: errors, unassignedFailures: failures } = this.#tracker;
    if (errors.length + failures.length === 0) return [];
    return [unassignedErrors(errors, failures.length), ...failures];
  }
}
