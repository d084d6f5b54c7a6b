import { describe, expect, test } from 'vitest';
import { findWorkload } from '../service/workloads.js';
import { findTarget, type Target } from '../targets/targets.js';
import { checkEffects, checkResponses } from './check-responses.js';
import { compare, evaluate } from './compare.js';
import { comparisonGoals, progressLine, digits, summaryTable } from './report.js';
import type { Sample } from './run-turns.js';
import { figure, orderOfRound, quantile, ratio } from './statistics.js';
import { listen } from '../processes/reply-to-parent.js';

describe('statistics', () => {
  test('a quantile is interpolated between two values', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([7], 0.99)).toBe(7);
    expect(figure([1, 2, 3, 4, 5])).toEqual({ median: 3, low: 2, high: 4 });
  });

  test('a ratio is calculated for each round before its median', () => {
    expect(ratio([10, 30, 20], [10, 10, 10]).median).toBe(2);
    expect(ratio([1, 100], [2, 200])).toEqual({ median: 0.5, low: 0.5, high: 0.5 });
  });

  test('each item is in each position of a round equally often', () => {
    const rounds = Array.from({ length: 6 }, (_, round) => orderOfRound(['a', 'b', 'c'], round));
    for (const position of [0, 1, 2]) {
      expect(
        rounds
          .map((round) => round[position])
          .toSorted()
          .join(''),
      ).toBe('aabbcc');
    }
  });
});

const fastify = (name: string): Target => findTarget('fastify', name);
const samplesOf = (...cpu: readonly number[]): Sample[] =>
  cpu.map((value) => ({ cpu: value, requestsPerSecond: 1e6 / value, p99: 1 }));

const targets = [
  fastify('bare'),
  fastify('bare-bytes'),
  fastify('kit'),
  { ...fastify('kit'), name: 'kit-before', checkout: '../other' },
  fastify('json-rpc-2.0'),
];
const samples = [
  samplesOf(30, 33, 30),
  samplesOf(20, 22, 20),
  samplesOf(25, 20, 25),
  samplesOf(50, 40, 50),
  samplesOf(40, 40, 40),
];
const results = evaluate(targets, samples);
const kit = results.find(({ target }) => target.name === 'kit');

describe('the evaluation', () => {
  test('compares jsonrpc-kit with the faster baseline, the fastest peer and another checkout', () => {
    expect(kit?.cpu.median).toBe(25);
    expect(kit?.share?.median).toBe(0.8);
    expect(kit?.peerShare).toMatchObject({ peer: 'json-rpc-2.0', median: 1.6 });
    expect(kit?.change?.median).toBe(0.5);
  });

  test('lists each target, and marks each goal as met or missed', () => {
    const comparison = { framework: 'fastify', workload: findWorkload('single'), targets } as const;
    expect(kit && progressLine(comparison, kit)).toBe(
      'fastify/kit, single: 25.0 µs/request, 0.80 [0.80-0.95] of bare, 40,000 requests/s, ' +
        'p99 1.00 ms, CPU 0.50 [0.50-0.50] of before',
    );
    expect(summaryTable([[comparison, results]])).toContain('25.0 (0.80)');
    expect(comparisonGoals(comparison, results).slice(0, 2)).toEqual([
      expect.stringMatching('^MISSED fastify/kit, single: at least 0.9 of the baseline: 0.80 '),
      expect.stringMatching('^met    fastify/kit, single: faster than json-rpc-2.0: 1.60 '),
    ]);
    expect([8.314, 83.14, 8314].map(digits)).toEqual(['8.31', '83.1', '8,314']);
  });
});

describe('the evaluation of tool calls', () => {
  const node = (name: string): Target => findTarget('node', name);
  const tools = [node('kit'), node('orpc'), node('kit-mcp'), node('mcp-sdk')];
  const all = evaluate(tools, [
    samplesOf(20, 22, 20),
    samplesOf(40, 44, 40),
    samplesOf(25, 33, 25),
    samplesOf(100, 110, 100),
  ]);
  const [plain, , tool] = all;

  test('compares tool calls with the plain call, and with the official SDK as the only peer', () => {
    expect(tool?.toolCost?.median).toBe(1.25);
    expect(tool?.peerShare).toMatchObject({ peer: 'mcp-sdk', median: 4 });
    expect(plain?.toolCost).toBeUndefined();
    expect(plain?.peerShare).toMatchObject({ peer: 'orpc', median: 2 });
  });

  test('has a goal for the plain call and one for the official SDK', () => {
    const workload = findWorkload('single');
    const comparison = { framework: 'node', workload, targets: tools } as const;
    expect(comparisonGoals(comparison, all).slice(1)).toEqual([
      expect.stringMatching('^met    node/kit-mcp, single: at most 1.5 times a plain call: 1.25 '),
      expect.stringMatching('^MISSED node/kit-mcp, single: 5 times as fast as mcp-sdk: 4.00 '),
    ]);
    expect(tool && progressLine(comparison, tool)).toContain('1.25 [1.25-1.38] of a plain call');
  });
});

const options = { rounds: 2, processes: 2, seconds: 0.01, warmUpSeconds: 0.01 };

test('compare() measures targets and another checkout in separate processes', async () => {
  const own = findTarget('node', 'kit');
  const checkout = new URL('../../../..', import.meta.url).pathname;
  const measured = await compare(
    {
      framework: 'node',
      workload: findWorkload('header'),
      targets: [
        findTarget('node', 'bare'),
        own,
        { ...own, name: 'kit-before', checkout },
        findTarget('node', 'jayson'),
      ],
    },
    options,
  );
  // jayson passes no headers to methods.
  expect(measured.map(({ target }) => target.name)).toEqual(['bare', 'kit', 'kit-before']);
  for (const { cpu, share, change } of measured) {
    expect([cpu, share, change].every((value) => (value?.median ?? 0) > 0)).toBe(true);
  }
});

test('compare() reports why a server process has ended', async () => {
  const missing = { ...findTarget('node', 'kit'), name: 'missing' };
  const comparison = { framework: 'node', workload: findWorkload('single') } as const;
  await expect(compare({ ...comparison, targets: [missing] }, options)).rejects.toThrow(
    /ended with 1:[^]*Unknown target "node\/missing"/,
  );
});

describe('the check of the responses', () => {
  test('throws for a missing effect, and for a wrong response', async () => {
    const target = findTarget('node', 'bare');
    const createServer = await target.load();
    const workload = findWorkload('single');
    const server = await createServer(workload.setup);
    const port = await listen(server);
    const counter = () => ({ handlers: 0, middlewares: 0, dependencies: 0 });
    await expect(checkResponses({ target, workload }, { port, counter })).rejects.toThrow(
      'handlers: 0 ran instead of 1 (requests: 1)',
    );
    const wrong = { ...workload, result: () => 7 };
    await expect(checkResponses({ target, workload: wrong }, { port, counter })).rejects.toThrow(
      /^The response to \{"jsonrpc".* is 200 .*"result":0\.5\} instead of .*"result":7/,
    );
    server.close();
  });

  test('accepts a handler that ran once per request', () => {
    const before = { handlers: 1, middlewares: 0, dependencies: 0 };
    const after = { ...before, handlers: 4 };
    expect(() =>
      checkEffects(findWorkload('single'), { before, after, requests: 3 }),
    ).not.toThrow();
  });
});
