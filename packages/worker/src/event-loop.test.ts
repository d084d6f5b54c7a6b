import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { rejectionOf } from '../test/rejection-of.js';
import { Gate } from '../test/gate.js';
import { request } from '../test/in-process.js';
import { fibonacci } from '../test/math.worker.mjs';
import { openApi } from '../test/open-api.js';
import { openPool } from '../test/open-pool.js';
import { send, serve } from '../test/serve.js';

/** The approximate duration of the computation, in milliseconds. */
const BLOCKING = 1_000;

/**
 * Returns the Fibonacci number whose computation takes about {@link BLOCKING} on this machine. Each
 * number takes 1.618 times as long as the previous one.
 */
function slowNumber(): number {
  // The first run compiles the function.
  fibonacci(30);
  const startedAt = performance.now();
  fibonacci(30);
  const steps = Math.log(BLOCKING / (performance.now() - startedAt)) / Math.log(1.618);
  return 30 + Math.max(Math.round(steps), 0);
}

/** Delays of the event loop, in milliseconds. */
interface Delay {
  readonly percentile99: number;
  readonly longest: number;
}

/** Measures the delay of the event loop until a promise settles. */
async function delayDuring(work: Promise<unknown>): Promise<Delay> {
  const histogram = monitorEventLoopDelay({ resolution: 2 });
  histogram.enable();
  await work;
  histogram.disable();
  return { percentile99: histogram.percentile(99) / 1e6, longest: histogram.max / 1e6 };
}

/** Sends calls one after another until a promise settles, and returns their number. */
async function pingsDuring(url: string, work: Promise<unknown>): Promise<number> {
  const ended = work.then(() => true);
  const pause = (): Promise<false> => delay(5, false);
  let pings = 0;
  while (!(await Promise.race([ended, pause()]))) {
    expect(await send(url, request('ping'))).toMatchObject({ result: 'pong' });
    pings += 1;
  }
  return pings;
}

test('the event loop responds to calls while a pool computes', async () => {
  const { api, rpc } = openApi();
  const { math } = openPool();
  const n = v.number();
  const task = math.task('fibonacci');
  rpc.method('onLoop', { args: { n } }, (args) => fibonacci(args.n));
  rpc.method('onThread', { args: { n, task } }, (args) => args.task(args.n));
  rpc.method('ping', {}, () => 'pong');
  const url = await serve(api);
  const slow = { n: slowNumber() };
  const expected = await send(url, request('onThread', slow));
  const compute = async (method: string): Promise<void> => {
    expect(await send(url, request(method, slow))).toEqual(expected);
  };

  const onLoop = await delayDuring(compute('onLoop'));
  expect(onLoop.percentile99).toBeGreaterThan(BLOCKING / 4);

  // Other processes can only add to the delay, so the round with the smallest delay counts.
  let quietest: Delay = { percentile99: Infinity, longest: Infinity };
  const isQuiet = ({ percentile99, longest }: Delay): boolean =>
    percentile99 < onLoop.percentile99 / 10 && longest < onLoop.percentile99 / 4;
  for (let round = 0; round < 10 && !isQuiet(quietest); round += 1) {
    const work = compute('onThread');
    const [onThread, pings] = await Promise.all([delayDuring(work), pingsDuring(url, work)]);
    if (onThread.longest < quietest.longest) quietest = onThread;
    expect(pings).toBeGreaterThan(5);
  }
  expect(quietest.percentile99).toBeLessThan(onLoop.percentile99 / 10);
  // No part of the computation has blocked the event loop.
  expect(quietest.longest).toBeLessThan(onLoop.percentile99 / 4);
});

test('a client that disconnects stops the computation of its call', async () => {
  const { api, rpc, log } = openApi();
  const { math } = openPool();
  const gate = new Gate();
  rpc.method('spin', { args: { spin: math.task('spin') } }, ({ spin }) => spin(gate.memory));
  rpc.method('fibonacci', { args: { task: math.task('fibonacci') } }, ({ task }) => task(20));
  const url = await serve(api);
  const client = new AbortController();
  const call = rejectionOf(send(url, request('spin'), client.signal));
  await gate.whenStarted();
  client.abort();
  expect((await call).name).toBe('AbortError');
  // The pool has one thread, so the first computation has ended.
  expect(await send(url, request('fibonacci'))).toMatchObject({ result: 6765 });
  const { iterations } = gate;
  expect(await send(url, request('fibonacci'))).toMatchObject({ result: 6765 });
  expect(gate.iterations).toBe(iterations);
  expect(log).toEqual([]);
});
