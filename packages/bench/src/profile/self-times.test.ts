import { describe, expect, test } from 'vitest';
import { findContestant } from '../contestants/contestants.js';
import { reportProfile } from '../report/report-profile.js';
import { findWorkload } from '../workloads/workloads.js';
import { placeOf } from './place-of.js';
import { profileCell } from './profile-cell.js';
import { selfTimes, sumShares } from './self-times.js';

describe('a function’s place', () => {
  test.each([
    [
      'run',
      'file:///repository/packages/core/dist/args/plan.js',
      'jsonrpc-kit core',
      'args/plan.js',
    ],
    [
      'reply',
      'file:///r/node_modules/.pnpm/fastify@5.1.0/node_modules/fastify/lib/reply.js',
      'fastify',
      'lib/reply.js',
    ],
    [
      'serve',
      '/r/node_modules/.pnpm/x/node_modules/@hono/node-server/dist/index.js',
      '@hono/node-server',
      'dist/index.js',
    ],
    ['end', 'node:_http_outgoing', 'Node', 'node:_http_outgoing'],
    ['parse', '', 'built-in functions', ''],
    ['toString', '', 'built-in functions', ''],
    ['(garbage collector)', '', 'garbage collection', ''],
    ['(program)', '', 'V8 and system calls', ''],
    ['main', 'file:///elsewhere/main.js', 'other', 'file:///elsewhere/main.js'],
  ])('%s in %j', (functionName, url, group, file) => {
    expect(placeOf({ functionName, url })).toEqual({ group, file });
  });
});

const node = (id: number, functionName: string, url: string, lineNumber = 0) => ({
  id,
  callFrame: { functionName, url, scriptId: '1', lineNumber, columnNumber: 0 },
});

test('each function has the time of its own samples, wherever it was called from; idling is none', () => {
  const file = 'file:///r/packages/core/dist/a.js';
  const times = selfTimes({
    nodes: [
      node(1, '(root)', ''),
      node(2, 'one', file, 4),
      node(3, 'two', file, 9),
      node(4, 'one', file, 4),
      node(5, '(idle)', ''),
      node(6, '', 'node:net'),
    ],
    startTime: 0,
    endTime: 1000,
    samples: [2, 3, 4, 5, 6, 3],
    timeDeltas: [30, 10, 20, 500, 25, 15],
  });
  expect(times.map(({ name, line, share }) => [name, line, share])).toEqual([
    ['one', 5, 0.5],
    ['two', 10, 0.25],
    ['(anonymous)', 1, 0.25],
  ]);
  expect(sumShares(times, ({ group }) => group)).toEqual([
    ['jsonrpc-kit core', 0.75],
    ['Node', 0.25],
  ]);
});

test('what the profiler itself takes is left out', () => {
  const times = selfTimes({
    nodes: [
      { ...node(1, 'post', 'node:inspector'), children: [2] },
      node(2, 'dispatch', ''),
      node(3, 'dispatch', ''),
    ],
    startTime: 0,
    endTime: 1000,
    samples: [1, 2, 3],
    timeDeltas: [5, 500, 10],
  });
  expect(times).toEqual([
    { name: 'dispatch', group: 'built-in functions', file: '', line: 1, share: 1 },
  ]);
});

test('a server is profiled under load: the report names packages, files of jsonrpc-kit, functions', async () => {
  const profiled = await profileCell(
    { contestant: findContestant('node', 'kit'), workload: findWorkload('batch-100') },
    { seconds: 0.1, warmUpSeconds: 0.05 },
  );
  expect(profiled.cpu).toBeGreaterThan(0);
  const report = reportProfile(profiled);
  expect(report).toMatch(/^[\d.,]+ µs of CPU time per request, without the profiler$/m);
  expect(report).toMatch(/^jsonrpc-kit core +[\d.]+ % /m);
  expect(report).toMatch(/^core\/[a-z-]+\/[a-z-]+\.js +[\d.]+ % /m);
  expect(report).not.toMatch(/^idle/m);
  const total = sumShares(selfTimes(profiled.profile), () => 'all');
  expect(total).toEqual([['all', expect.closeTo(1)]]);
});
