import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

async function run(script: string, ...args: readonly string[]): Promise<string> {
  const path = fileURLToPath(new URL(`../dist/${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args]);
  return stdout;
}

test('bench compares targets with another checkout', async () => {
  const sizes = ['--rounds', '2', '--processes', '1', '--seconds', '0.01'];
  const chosen = ['--framework', 'node', '--workload', 'single', '--target', 'bare,kit'];
  const printed = await run('compare/main.js', '--quick', ...sizes, ...chosen, '--before', root);
  expect(printed).toMatch(/^node\/kit-before, single: .* CPU 1\.00 \[1\.00-1\.00\] of before$/m);
  expect(printed).toMatch(/^\| CPU µs\/request \(share\) +\| +bare \| +kit \| +kit-before \|$/m);
  expect(printed).toMatch(/^(met {3}|MISSED) node\/kit, single: at least 0\.9 of the baseline/m);
  expect(await run('compare/main.js', '--help')).toMatch(/^npm run bench -- \[options\]/);
});

test.each([
  ['--framework', 'koa', 'Unknown framework "koa"'],
  ['--workload', 'big', 'Unknown workload "big"'],
  ['--target', 'me', 'Unknown target "node/me"'],
  ['--rounds', '0', '--rounds'],
])('bench rejects %s %s', async (option, value, message) => {
  const failed = run('compare/main.js', '--quick', '--framework', 'node', option, value);
  await expect(failed).rejects.toThrow(message);
});

test('the core benchmark times cases with and without the context, and in another checkout', async () => {
  const sizes = ['--rounds', '1', '--milliseconds', '1', '--case', 'a call', '--before', root];
  const printed = await run('core/main.js', ...sizes);
  expect(printed).toMatch(/^\| ns per request .* with context .* before \| +now\/before \|$/m);
  expect(printed).toMatch(/^\| a call( +\|.+){5}\|$/m);
});

test('the bounds benchmark prints a row for each attempt', async () => {
  const printed = await run('bounds/main.js', 'node', 'allowedHosts');
  expect(printed).toMatch(/^\| allowedHosts.*\| +Host: evil\.example \| +421 \|/m);
});

test('the benchmark of connections compares their heap and a fan-out with ws', async () => {
  const sizes = ['--connections', '50', '--subscribers', '20', '--rounds', '1', '--events', '1'];
  const printed = await run('connections/main.js', ...sizes);
  expect(printed).toMatch(/^\| jsonrpc-kit, idle +\| +[\d,]+ \| +[\d.]+ \|$/m);
  const fanOuts = printed.matchAll(/^\| (\S+) +\| +[\d.]+ \| +[\d.]+ \[[\d.-]+\] \|$/gm);
  const own = ['ws', 'channel', 'generator', 'bare-generator'];
  const others = ['oRPC', 'tRPC', 'graphql-ws', 'rpc-websockets', 'socket.io'];
  expect([...fanOuts].map(([, name]) => name)).toEqual([...own, ...others]);
  expect(printed).toMatch(/^\| fan-out to 20 +(\| +[\d.]+ ){3}\|$/m);
  expect(printed).toMatch(
    /^\| one more that does not read +(\| +[\d.]+ ){3}\| +[\d.-]+ \| +[\d.]+ \|$/m,
  );
}, 180_000);

test('the benchmark of events times their delivery, and what publishing adds to a call', async () => {
  const load = ['--rates', '20', '--subscribers', '2', '--seconds', '0.2'];
  const printed = await run('events/main.js', ...load, '--calls', '3', '--rounds', '1');
  expect(printed).toMatch(/^\| PGlite +\| +[\d.]+ \| +[\d.]+ \| +[\d.]+ \| +none \|$/m);
  expect(printed).toMatch(/^\| graphql-yoga, memory .* none \|$/m);
  expect(printed).toMatch(/^\| PGlite +\| +[\d,.]+ \| +[\d,.]+ \| +[\d.]+ \[[\d.-]+\] \|$/m);
});

test('types:cost prints the CPU time of a compilation', async () => {
  const printed = await run('type-cost/main.js', '--methods', '20', '--calls', '20');
  expect(printed).toMatch(/^20 methods and 20 calls: [\d.]+ s of CPU$/m);
});
