import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findContestant, kitOfCheckout } from '../contestants/contestants.js';
import { findWorkload } from '../workloads/workloads.js';
import type { Cell } from './cell.js';
import { type Results, runBench } from './run-bench.js';
import { runGroup } from './run-group.js';

const options = { rounds: 3, processes: 2, seconds: 0.02, warmUpSeconds: 0.02 };
const single = findWorkload('single');
const bare = findContestant('node', 'bare');
const kit = findContestant('node', 'kit');

test('a whole run, on one small workload: real processes, sockets and figures', async () => {
  const seen: string[] = [];
  const results = await runBench(
    {
      comparisons: [
        {
          framework: 'node',
          workload: findWorkload('notification'),
          contestants: [bare, kit, findContestant('node', 'trpc')],
        },
      ],
      scalings: [
        { framework: 'node', contestants: [kit], from: single, to: findWorkload('batch-10') },
      ],
      options,
    },
    {
      onComparison: ({ workload }) => seen.push(workload),
      onScaling: ([scaled]) => seen.push(`${scaled?.from} ${scaled?.to}`),
    },
  );
  expect(seen).toEqual(['notification', 'single batch-10']);
  const [comparison] = results.comparisons;
  expect(comparison?.leftOut).toEqual([{ name: 'trpc', why: 'its protocol has none' }]);
  expect(comparison?.contestants.map(({ name }) => name)).toEqual(['bare', 'kit']);
  for (const one of comparison?.contestants ?? []) {
    const figures = [one.cpu, one.requestsPerSecond, one.p50, one.p99, one.busy, one.cpuRatio];
    for (const figure of figures) {
      expect(figure?.values).toHaveLength(options.rounds);
      expect(figure?.median).toBeGreaterThan(0);
    }
    // A process of Node alone has some megabytes.
    expect(one.memory.heapUsed).toBeGreaterThan(2 * 1024 * 1024);
    expect(one.memory.rss).toBeGreaterThan(one.memory.heapUsed);
  }
  expect(comparison?.contestants[0]?.cpuRatio?.values).toEqual([1, 1, 1]);
  // Of ten calls in one request each costs less than one alone.
  expect(results.scalings[0]?.growth.median).toBeLessThan(1);
  expect(results.machine.versions).toMatchObject({
    '@trpc/server': expect.stringMatching(/^11\./),
  });
});

test('jsonrpc-kit of another checkout is served by that one, under a name of its own', async () => {
  // This one, reached by its path.
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const [measured] = await runGroup(
    [{ contestant: kitOfCheckout('node', root), workload: single }],
    options,
  );
  expect(measured?.cell.contestant.name).toBe('kit-before');
  expect(measured?.samples).toHaveLength(options.rounds);
  const missing = { contestant: kitOfCheckout('node', '/nowhere'), workload: single };
  await expect(runGroup([missing], options)).rejects.toThrow(/ended by itself[^]*nowhere/);
});

test('a run that fails has handed over what came before, so that an hour is not lost with it', async () => {
  const before: Results[] = [];
  const wrong = { ...single, result: (index: number) => index - 1 };
  const run = runBench(
    {
      comparisons: [single, wrong].map((workload) => ({
        framework: 'node' as const,
        workload,
        contestants: [bare],
      })),
      scalings: [],
      options,
    },
    { onComparison: (_, soFar) => before.push(soFar), onScaling: () => undefined },
  );
  await expect(run).rejects.toThrow('node/bare, single: to');
  expect(before).toHaveLength(1);
  expect(before[0]?.comparisons).toMatchObject([
    { workload: 'single', contestants: [{ name: 'bare' }] },
  ]);
  expect(before[0]?.machine.node).toBe(process.version);
});

test('of a contestant with wrong answers nothing is measured, and its processes end', async () => {
  const right: Cell = { contestant: bare, workload: single };
  const wrong: Cell = { contestant: bare, workload: { ...single, result: (index) => index - 1 } };
  await expect(runGroup([right, wrong], options)).rejects.toThrow(
    'node/bare, single: to {"jsonrpc":"2.0","method":"add","params":{"a":0,"b":0.5},"id":0} the ' +
      'answer is 200 {"jsonrpc":"2.0","id":0,"result":0.5}',
  );
});

test('a server that can not be started fails the run', async () => {
  const unknown: Cell = { contestant: { ...bare, name: 'nobody' }, workload: single };
  await expect(runGroup([{ contestant: kit, workload: single }, unknown], options)).rejects.toThrow(
    /^A server has ended by itself, with 1:[^]*node has no contestant "nobody"/,
  );
});
