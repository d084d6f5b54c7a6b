import type { TestAnswer } from './test-answer.js';

/** Sees the requests of one client go out and come back. */
export interface ClientObserver {
  /** `mark` stands in the request's header; `place` has the stack of whoever called the client. */
  begun(mark: string, place: Error): void;
  /** What it throws, the client's caller gets in place of the answer. */
  answered(mark: string, answer: TestAnswer): void;
  /** What it throws, whoever waits for what goes on in the background gets. */
  settled(): void;
}
