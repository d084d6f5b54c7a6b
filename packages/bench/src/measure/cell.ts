import type { Contestant } from '../contestants/contestant.js';
import type { Workload } from '../workloads/workload.js';

/** One contestant with one workload. */
export interface Cell {
  readonly contestant: Contestant;
  readonly workload: Workload;
}

/** For messages: `hono/kit, batch-100`. */
export function nameOf({ contestant, workload }: Cell): string {
  return `${contestant.framework}/${contestant.name}, ${workload.name}`;
}

/** Cells that are measured in turns, to be compared with each other. */
export type Group = readonly Cell[];
