import type { Profiler } from 'node:inspector/promises';
import { type Place, placeOf } from './place-of.js';

/** What a function has spent itself, without what it called. */
export interface SelfTime extends Place {
  readonly name: string;
  /** Of the source that was run, from 1; 0 where there is none. */
  readonly line: number;
  /** Of all the time in which the process was not idle. */
  readonly share: number;
}

/** Of each function its own time, the most expensive first. */
export function selfTimes(profile: Profiler.Profile): SelfTime[] {
  const microseconds = timeOfNodes(profile);
  const profiler = nodesOfProfiler(profile);
  const functions = new Map<string, Omit<SelfTime, 'share'> & { time: number }>();
  for (const { id, callFrame } of profile.nodes) {
    const time = microseconds.get(id) ?? 0;
    const place = placeOf(callFrame);
    if (time === 0 || place.group === 'idle' || profiler.has(id)) continue;
    const { functionName, url, lineNumber } = callFrame;
    const key = `${functionName} ${url} ${lineNumber}`;
    const known = functions.get(key);
    const name = functionName === '' ? '(anonymous)' : functionName;
    if (known !== undefined) known.time += time;
    else functions.set(key, { ...place, name, line: lineNumber + 1, time });
  }
  const all = [...functions.values()];
  const total = all.reduce((sum, { time }) => sum + time, 0);
  return all
    .map(({ time, ...one }) => ({ ...one, share: time / total }))
    .toSorted((one, other) => other.share - one.share);
}

/** In microseconds. */
function timeOfNodes({ samples = [], timeDeltas = [] }: Profiler.Profile): Map<number, number> {
  const times = new Map<number, number>();
  for (const [index, id] of samples.entries()) {
    times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  }
  return times;
}

/** Starting a profile takes as long as many requests, and is a part of none. */
function nodesOfProfiler({ nodes }: Profiler.Profile): ReadonlySet<number> {
  const found = new Set<number>();
  // Those who are called stand behind their callers.
  for (const { id, callFrame, children = [] } of nodes) {
    if (callFrame.url === 'node:inspector') found.add(id);
    if (found.has(id)) for (const child of children) found.add(child);
  }
  return found;
}

/** The shares summed up by a key, the greatest first. */
export function sumShares(
  times: readonly SelfTime[],
  keyOf: (time: SelfTime) => string,
): readonly (readonly [key: string, share: number])[] {
  const shares = new Map<string, number>();
  for (const time of times) {
    const key = keyOf(time);
    shares.set(key, (shares.get(key) ?? 0) + time.share);
  }
  return [...shares].toSorted(([, a], [, b]) => b - a);
}
