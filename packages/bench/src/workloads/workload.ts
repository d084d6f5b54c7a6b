import type { Setup } from '../service/setup.js';
import type { Tally } from '../service/tally.js';

/** What a client sends, whatever the wire. */
export interface Workload {
  readonly name: string;
  /** For the report. */
  readonly title: string;
  readonly setup: Setup;
  readonly kind: 'single' | 'batch' | 'notification';
  /** How many calls are in one request. */
  readonly calls: number;
  readonly method: string;
  readonly params: (index: number) => object;
  readonly result: (index: number) => unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** What has to run for one request, so that nobody leaves anything out. */
  readonly effects: Tally;
  /** Params that the method has to refuse. Undefined where it takes any. */
  readonly wrongParams: object | undefined;
  /** How many connections send at once. */
  readonly connections: number;
}
