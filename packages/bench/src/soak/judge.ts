import type { FuzzResult } from '../fuzz/run-fuzz.js';
import type { Sample, SoakResult } from './run-soak.js';

export interface Verdict {
  readonly name: string;
  readonly ok: boolean;
  readonly figures: string;
}

/** Each promise of the soak, with the figures that it was judged by. */
export function judge(result: SoakResult): Verdict[] {
  const { atRest, tally, lost, exitCode } = result;
  const heap = heapGrowth(result.samples);
  return [
    {
      name: 'every open dependency was closed',
      ok: atRest.opened === atRest.closed && atRest.opened > 0,
      figures: `${atRest.opened} opened, ${atRest.closed} closed`,
    },
    {
      name: 'every background task ran',
      ok: atRest.tasksAdded === atRest.tasksRun && atRest.tasksAdded > 0,
      figures: `${atRest.tasksAdded} added, ${atRest.tasksRun} run`,
    },
    {
      name: 'the heap is flat',
      ok: heap.growth <= Math.max(2, heap.early * 0.1),
      figures: `${heap.early.toFixed(1)} MB early, ${heap.late.toFixed(1)} MB late`,
    },
    {
      name: 'no unhandled rejection',
      ok: atRest.unhandledRejections === 0,
      figures: String(atRest.unhandledRejections),
    },
    {
      name: 'every answer was the right one',
      ok: tally.wrong.length === 0,
      figures: tally.wrong.slice(0, 3).join(' | ') || 'none wrong',
    },
    {
      name: 'the limit of abandoned handlers rejected few of the other calls',
      ok: tally.limited <= 0.1 * requestsOf(tally),
      figures: `${tally.limited} of ${requestsOf(tally)} requests`,
    },
    {
      name: "the bank's sum is unchanged",
      ok: new Set([result.sumBefore, result.sumAfter, result.sumAfterTermination]).size === 1,
      figures: `${result.sumBefore} before, ${result.sumAfter} after, ${result.sumAfterTermination} after SIGTERM`,
    },
    {
      name: 'SIGTERM under load lost no acknowledged transfer',
      ok: lost.length === 0 && tally.acknowledged.length > 0,
      figures: `${tally.acknowledged.length} acknowledged, ${lost.length} lost`,
    },
    { name: 'the server exited with 0', ok: exitCode === 0, figures: String(exitCode) },
  ];
}

/** Judges the fuzz run that follows the load. */
export function judgeFuzz({ requests, seed, failure }: FuzzResult): Verdict {
  return {
    name: 'every adapter sent the specified response to random requests',
    ok: failure === undefined,
    figures: failure ?? `${requests} requests with seed ${seed}`,
  };
}

/** The second quarter against the last one: the first is the warm-up. In megabytes. */
function heapGrowth(samples: readonly Sample[]): { early: number; late: number; growth: number } {
  const quarter = Math.floor(samples.length / 4);
  const early = median(samples.slice(quarter, quarter * 2));
  const late = median(samples.slice(-quarter));
  return { early, late, growth: late - early };
}

function median(samples: readonly Sample[]): number {
  const heaps = samples.map(({ heapMegabytes }) => heapMegabytes).toSorted((a, b) => a - b);
  return heaps[Math.floor(heaps.length / 2)] ?? 0;
}

function requestsOf({ requests }: SoakResult['tally']): number {
  return [...requests.values()].reduce((sum, count) => sum + count, 0);
}
