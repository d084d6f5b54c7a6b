import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { checkAnswers } from '../measure/check-answers.js';
import { tally } from '../service/tally.js';
import { findWorkload, workloads } from '../workloads/workloads.js';
import type { Workload } from '../workloads/workload.js';
import { type Contestant, frameworks } from './contestant.js';
import { contestants, findContestant } from './contestants.js';

async function check(contestant: Contestant, workload: Workload): Promise<void> {
  const makeServer = await contestant.load();
  const server = await makeServer(workload.setup);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const { port } = server.address() as AddressInfo;
    await checkAnswers({ contestant, workload }, { port, tally: () => tally });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('every contestant does the work of every workload', () => {
  const all = contestants.map((one) => [`${one.framework}/${one.name}`, one] as const);

  test.each(all)('%s', async (_, contestant) => {
    for (const workload of workloads) {
      if (contestant.leavesOut[workload.name] !== undefined) continue;
      await expect(check(contestant, workload)).resolves.toBeUndefined();
    }
  });

  test.each(frameworks)('on %s: with a thousand methods', async (framework) => {
    for (const name of ['bare', 'kit']) {
      const contestant = findContestant(framework, name);
      const workload = findWorkload('single-of-1000');
      await expect(check(contestant, workload)).resolves.toBeUndefined();
    }
  });
});

test('every framework has a bare handler, jsonrpc-kit with and without the context, and peers', () => {
  for (const framework of frameworks) {
    const names = contestants.filter((one) => one.framework === framework).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['bare', 'kit', 'kit-context', 'trpc', 'orpc']));
    expect(new Set(names).size).toBe(names.length);
  }
});

test('what a contestant leaves out is a workload, and the reason is told', () => {
  for (const { leavesOut } of contestants) {
    for (const [name, why] of Object.entries(leavesOut)) {
      expect(findWorkload(name).name).toBe(name);
      expect(why).not.toBe('');
    }
  }
});

test('a name that is none is refused with those that there are', () => {
  expect(() => findContestant('hono', 'jayson')).toThrow(
    'hono has no contestant "jayson"; it has bare, bare-bytes, kit, kit-context, trpc, orpc',
  );
  expect(() => findWorkload('singel')).toThrow('There is no workload "singel"; there are single,');
});
