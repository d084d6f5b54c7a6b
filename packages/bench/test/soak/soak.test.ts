import { env } from 'node:process';
import { beforeAll, expect, test } from 'vitest';
import { quantile } from '../../src/compare/statistics.js';
import { actions } from './actions.js';
import { additionalHandles, runSoak, type Sample, type SoakResult } from './run-soak.js';

/** The default of some seconds says little about the heap. Run `SOAK_MINUTES=3 npm run soak` for more. */
const seconds = env['SOAK_MINUTES'] === undefined ? 12 : Number(env['SOAK_MINUTES']) * 60;
const clients = Number(env['SOAK_CLIENTS'] ?? 16);
const seed = Number(env['SOAK_SEED'] ?? Date.now() % 1_000_000);

let result: SoakResult;
beforeAll(
  async () => {
    print(`Soak of ${seconds} s with ${clients} clients and SOAK_SEED=${seed}`);
    print(' second   requests  heap MB     opened     closed  sockets  loop p99 ms');
    result = await runSoak({ seconds, clients, seed, onSample: printSample });
    for (const [name, count] of result.seen.requests)
      print(`${String(count).padStart(9)}  ${name}`);
    print(`Latency of a single call by quarters of the run: ${latencies()}`);
  },
  (seconds + 120) * 1000,
);

test('the soak run sends every kind of request', () => {
  expect(result.seen.requests.size).toBe(actions.length);
});

test('the server under load closes every dependency that it opens', () => {
  const { opened, closed } = result.atRest;
  print(`Dependencies opened: ${JSON.stringify(opened)}`);
  print(`Dependencies closed: ${JSON.stringify(closed)}`);
  const names = ['broken', 'connection', 'session', 'subscription', 'transaction'];
  expect(Object.keys(opened).toSorted()).toEqual(names);
  expect(closed).toEqual(opened);
});

test('the server under load keeps no sockets and timers', () => {
  const { idleHandles, atRest } = result;
  print(`Handles: ${JSON.stringify(idleHandles)} before, ${JSON.stringify(atRest.handles)} after`);
  expect(additionalHandles(atRest.handles, idleHandles)).toEqual([]);
});

test('the server under load ends no connection or event stream whose client reads', () => {
  print(`Events: ${result.seen.events}`);
  expect(result.seen.events).toBeGreaterThan(0);
  expect(result.interrupted).toEqual([]);
});

test('the server under load runs every background task', () => {
  const { tasksAdded, tasksRun } = result.atRest;
  expect(tasksAdded).toBeGreaterThan(0);
  expect(tasksRun).toBe(tasksAdded);
});

test('the heap of the server under load stays flat after the first quarter', () => {
  const { samples } = result;
  const quarter = Math.floor(samples.length / 4);
  const early = lowestHeap(samples.slice(quarter, 2 * quarter));
  // An unread response of 8 MiB is in most samples of a short run, so one sample without it has to be among them.
  const late = lowestHeap(samples.slice(2 * quarter));
  print(`Heap: ${early.toFixed(1)} MB early, ${late.toFixed(1)} MB late`);
  expect(late - early).toBeLessThanOrEqual(Math.max(2, early * 0.1));
});

test('the server under load has no unhandled rejections', () => {
  expect(result.atRest.unhandledRejections).toBe(0);
});

test('the server under load sends only responses and events that the specification allows', () => {
  expect(result.seen.wrong).toEqual([]);
});

test('the server under load rejects few calls because of handlers that ignore their timeout', () => {
  const requests = [...result.seen.requests.values()].reduce((sum, count) => sum + count, 0);
  print(`LimitExceeded for ${result.seen.limited} of ${requests} requests`);
  expect(result.seen.limited).toBeLessThanOrEqual(requests / 10);
});

test('the sum of all balances does not change during the load and a SIGTERM', () => {
  const [before] = result.sums;
  expect(result.sums).toEqual([before, before, before]);
});

test('a SIGTERM under load loses no acknowledged transfer', () => {
  expect(result.seen.acknowledged.length).toBeGreaterThan(0);
  expect(result.lost).toEqual([]);
});

test('the server exits with code 0 after a SIGTERM under load', () => {
  print(`Connections and streams that the shutdown ended: ${result.seen.interrupted.length}`);
  expect(result.exit).toBe(0);
});

function print(line: string): void {
  console.log(line);
}

function printSample(sample: Sample): void {
  const { second, requests, heapMegabytes, opened, closed, handles, eventLoopP99 } = sample;
  const cells = [
    second,
    requests,
    heapMegabytes.toFixed(1),
    sumOf(opened),
    sumOf(closed),
    handles['TCPSocketWrap'] ?? 0,
    eventLoopP99.toFixed(1),
  ];
  const widths = [7, 10, 8, 10, 10, 8, 12];
  print(cells.map((cell, index) => String(cell).padStart(widths[index] ?? 0)).join(' '));
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function latencies(): string {
  const all = result.seen.latencies;
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const part = all.slice((quarter * all.length) / 4, ((quarter + 1) * all.length) / 4);
    return quantile(part, 0.99).toFixed(1);
  });
  return `p99 ${quarters.join(', ')} ms`;
}

/** The heap without the 8 MiB of each response that a client doesn't read, which some samples contain. */
function lowestHeap(samples: readonly Sample[]): number {
  return Math.min(...samples.map(({ heapMegabytes }) => heapMegabytes));
}
