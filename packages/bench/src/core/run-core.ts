import { fork } from 'node:child_process';
import { once } from 'node:events';
import { builtScript } from '../measure/built-script.js';
import { type Machine, thisMachine } from '../measure/machine.js';
import { orderOfRound } from '../measure/order-of-round.js';
import { type Figure, figure, median, ratio } from '../measure/statistics.js';
import type { CaseOrder } from './case-order.js';
import type { CoreCase } from './core-case.js';
import type { TimingOptions } from './time-case.js';

export interface CoreOptions {
  /** How many processes each case is timed in: one differs from the next more than its samples do. */
  readonly rounds: number;
  readonly timing: TimingOptions;
  /** Another checkout, timed in turns with this one. */
  readonly before?: string | undefined;
}

export interface CoreResult {
  readonly name: string;
  /** Nanoseconds of one run; of each process the median of its samples. */
  readonly nanoseconds: Figure;
  readonly nanosecondsPerCall: number;
  /** The other checkout's, in the same rounds. */
  readonly before: Figure | undefined;
  /** This one's against the other checkout's: below 1 it is faster. */
  readonly change: Figure | undefined;
}

/** What is written as JSON. */
export interface CoreResults {
  readonly machine: Machine;
  readonly options: CoreOptions;
  readonly cases: readonly CoreResult[];
}

/** Times the cases in turns, each time in a new process. Rejects where an answer is wrong. */
export async function runCore(
  cases: readonly CoreCase[],
  options: CoreOptions,
): Promise<CoreResults> {
  const machine = thisMachine();
  const { rounds, timing, before } = options;
  const runs = cases.map((one) => ({ one, after: [] as number[], before: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const run of orderOfRound(runs, round)) {
      const { name } = run.one;
      const time = async (values: number[], checkout?: string): Promise<unknown> =>
        values.push(median(await timeInProcess({ name, timing }, checkout)));
      // Turned round as well.
      if (round % 2 === 0) await time(run.after);
      if (before !== undefined) await time(run.before, before);
      if (round % 2 === 1) await time(run.after);
    }
  }
  return {
    machine,
    options,
    cases: runs.map((run) => ({
      name: run.one.name,
      nanoseconds: figure(run.after),
      nanosecondsPerCall: median(run.after) / run.one.calls,
      before: before === undefined ? undefined : figure(run.before),
      change: before === undefined ? undefined : ratio(run.after, run.before),
    })),
  };
}

async function timeInProcess(
  order: CaseOrder,
  checkout: string | undefined,
): Promise<readonly number[]> {
  const child = fork(builtScript('core', checkout), [JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  let nanoseconds: readonly number[] | undefined;
  child.once('message', (message) => {
    // It tells nothing else.
    nanoseconds = message as readonly number[];
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (nanoseconds !== undefined) return nanoseconds;
  throw new Error(`Timing "${order.name}" ended with ${String(code)}:\n${complaint}`);
}
