import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { failure } from '../test/failure.js';
import { Gate } from '../test/gate.js';
import { request } from '../test/in-process.js';
import { fibonacci } from '../test/math.worker.mjs';
import { openApi } from '../test/open-api.js';
import { openPool } from '../test/open-pool.js';
import { send, serve } from '../test/serve.js';

/** Milliseconds for which the computation blocks, about. */
const BLOCKING = 1_000;

/** The number whose computation takes so long here: by the next one it grows by the golden ratio. */
function slowNumber(): number {
  // The second time it has been compiled.
  fibonacci(30);
  const startedAt = performance.now();
  fibonacci(30);
  const steps = Math.log(BLOCKING / (performance.now() - startedAt)) / Math.log(1.618);
  return 30 + Math.max(Math.round(steps), 0);
}

interface Delay {
  /** The 99th percentile, in milliseconds. */
  readonly usual: number;
  readonly longest: number;
}

/** The event loop's delay while it works. */
async function delayDuring(work: Promise<unknown>): Promise<Delay> {
  const histogram = monitorEventLoopDelay({ resolution: 2 });
  histogram.enable();
  await work;
  histogram.disable();
  return { usual: histogram.percentile(99) / 1e6, longest: histogram.max / 1e6 };
}

/** How many single calls are answered, one after another, while it works. */
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

test('the event loop is free while a pool computes, and answers single calls', async () => {
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
  expect(onLoop.usual).toBeGreaterThan(BLOCKING / 4);

  // What else the machine does can only add to the delay, so the quietest of some rounds counts.
  let quietest: Delay = { usual: Infinity, longest: Infinity };
  const isQuiet = ({ usual, longest }: Delay): boolean =>
    usual < onLoop.usual / 10 && longest < onLoop.usual / 4;
  for (let round = 0; round < 10 && !isQuiet(quietest); round += 1) {
    const work = compute('onThread');
    const [onThread, pings] = await Promise.all([delayDuring(work), pingsDuring(url, work)]);
    if (onThread.longest < quietest.longest) quietest = onThread;
    expect(pings).toBeGreaterThan(5);
  }
  expect(quietest.usual).toBeLessThan(onLoop.usual / 10);
  // Not once was it blocked for a good part of the computation.
  expect(quietest.longest).toBeLessThan(onLoop.usual / 4);
});

test('a client that hangs up stops the computation of its call', async () => {
  const { api, rpc, log } = openApi();
  const { math } = openPool();
  const gate = new Gate();
  rpc.method('spin', { args: { spin: math.task('spin') } }, ({ spin }) => spin(gate.memory));
  rpc.method('fibonacci', { args: { task: math.task('fibonacci') } }, ({ task }) => task(20));
  const url = await serve(api);
  const client = new AbortController();
  const call = failure(send(url, request('spin'), client.signal));
  await gate.whenStarted();
  client.abort();
  expect((await call).name).toBe('AbortError');
  // The only thread is free again, so the other computation has ended.
  expect(await send(url, request('fibonacci'))).toMatchObject({ result: 6765 });
  const { turns } = gate;
  expect(await send(url, request('fibonacci'))).toMatchObject({ result: 6765 });
  expect(gate.turns).toBe(turns);
  expect(log).toEqual([]);
});
