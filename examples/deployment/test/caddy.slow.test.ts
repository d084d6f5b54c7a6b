import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BankProcess, freePort, untilOk } from './bank-process.js';
import { expectEventsAtOnce, expectProxiedApi } from './expect-proxied-api.js';
import { loadDuring } from './load.js';

const CADDYFILE = new URL('../caddy/Caddyfile', import.meta.url);

/** Starts two processes, and Caddy with the file of the example on other ports. */
async function startCaddy() {
  // After SIGTERM, the processes keep serving for longer than two health checks.
  const banks = [
    new BankProcess(await freePort(), 3_000),
    new BankProcess(await freePort(), 3_000),
  ];
  onTestFinished(async () => {
    await Promise.all(banks.map((bank) => bank.stop()));
  });
  await Promise.all(banks.map((bank) => bank.start()));

  const folder = mkdtempSync(join(tmpdir(), 'bank-caddy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  const text = readFileSync(CADDYFILE, 'utf8')
    .replace(':8080', `http://127.0.0.1:${port}`)
    .replace('3001', String(banks[0]?.port))
    .replace('3002', String(banks[1]?.port));
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${text}`);
  const args = ['--config', file, '--adapter', 'caddyfile'];
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  execFileSync('caddy', ['validate', ...args], { env, stdio: 'pipe' });
  const caddy = spawn('caddy', ['run', ...args], { env, stdio: ['ignore', 'ignore', 'ignore'] });
  onTestFinished(async () => {
    caddy.kill('SIGTERM');
    await once(caddy, 'exit');
  });
  await untilOk(`http://127.0.0.1:${port}/bank/ready`);
  return { banks, url: `http://127.0.0.1:${port}/bank` };
}

test('no call fails while two processes behind Caddy are restarted', async () => {
  const { banks, url } = await startCaddy();
  const { served, failures } = await loadDuring(`${url}/api`, true, async (servedSoFar) => {
    for (const bank of banks) {
      await bank.restart();
      // Until Caddy knows the new process, it has no other one while the next is restarted.
      const hasServed = (id: number): boolean => servedSoFar.has(id);
      await vi.waitUntil(() => bank.ids.every(hasServed), { timeout: 10_000 });
    }
  });

  console.info(`Caddy: ${[...served.values()].join(' + ')} calls, ${failures.length} failed`);
  expect(failures).toEqual([]);
  expect(new Set(served.keys())).toEqual(new Set(banks.flatMap(({ ids }) => ids)));
  expect(banks.flatMap(({ exits }) => exits)).toEqual([0, 0]);
});

test('Caddy removes the prefix and lets the api reject large bodies', async () => {
  const { url } = await startCaddy();
  await expectProxiedApi(url);
});

test('Caddy forwards the events of a stream at once', async () => {
  const { banks, url } = await startCaddy();
  await expectEventsAtOnce(
    url,
    banks.flatMap(({ ids }) => ids),
  );
});
