import type { TimingOptions } from './time-case.js';

/** What a process that times a case is started with, as JSON in its first argument. */
export interface CaseOrder {
  readonly name: string;
  readonly timing: TimingOptions;
}
