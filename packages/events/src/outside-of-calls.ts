import { AsyncResource } from 'node:async_hooks';

/** Runs work, and returns its result. */
export type Run = <Result>(work: () => Result) => Result;

/**
 * Returns a function that runs work in the asynchronous context of now. A store begins its loop in the first
 * call that uses it, whose trace and context would otherwise continue in the loop.
 */
export function outsideOfCalls(): Run {
  return AsyncResource.bind(<Result>(work: () => Result): Result => work());
}
