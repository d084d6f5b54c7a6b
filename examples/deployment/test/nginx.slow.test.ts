import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BankProcess, freePort, untilOk } from './bank-process.js';
import { expectEventsAtOnce, expectProxiedApi } from './expect-proxied-api.js';
import { loadDuring } from './load.js';

const folderOf = (name: string): string => fileURLToPath(new URL(`../${name}/`, import.meta.url));

/** Starts nginx with the files of the example, on other ports. */
async function startNginx(banks: readonly BankProcess[]) {
  const folder = mkdtempSync(join(tmpdir(), 'bank-nginx-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const adapt = (text: string): string =>
    text
      .replace('/etc/nginx/', `${folder}/`)
      .replace('8080', `127.0.0.1:${port}`)
      .replace('3001', String(banks[0]?.port))
      .replace('3002', String(banks[1]?.port));
  for (const file of ['bank.conf', 'bank-servers.conf']) {
    writeFileSync(join(folder, file), adapt(readFileSync(join(folderOf('nginx'), file), 'utf8')));
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    // As root, the workers would run as a user who can't read the folder.
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr warn; worker_processes 2;
    events {} http { access_log off; ${temporary} include ${folder}/bank.conf; }`,
  );
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  execFileSync('nginx', ['-t', ...args], { stdio: 'pipe' });
  const nginx = spawn('nginx', args, { stdio: 'inherit' });
  onTestFinished(async () => {
    nginx.kill('SIGQUIT');
    await once(nginx, 'exit');
  });
  await untilOk(`http://127.0.0.1:${port}/bank/ready`);
  return { folder, args, url: `http://127.0.0.1:${port}/bank` };
}

async function startBanks(): Promise<readonly BankProcess[]> {
  const banks = [
    new BankProcess(await freePort(), 1_000),
    new BankProcess(await freePort(), 1_000),
  ];
  onTestFinished(async () => {
    await Promise.all(banks.map((bank) => bank.stop()));
  });
  await Promise.all(banks.map((bank) => bank.start()));
  return banks;
}

test('no call fails while restart.sh restarts two processes behind nginx', async () => {
  const banks = await startBanks();
  const { folder, args, url } = await startNginx(banks);

  // Does what systemd does, because the script can't start services here.
  const manager = createServer((request, response) => {
    const bank = banks.find(({ port }) => request.url === `/${port}`);
    void bank?.restart().then(() => response.end());
  }).listen(0, '127.0.0.1');
  await once(manager, 'listening');
  onTestFinished(() => manager.close().closeAllConnections());
  const { port } = manager.address() as AddressInfo;

  // Each client uses a new connection for each call, because a reload of nginx closes idle connections.
  const { served, failures } = await loadDuring(`${url}/api`, false, async (servedSoFar) => {
    const ports = banks.map((bank) => String(bank.port));
    await promisify(execFile)('sh', [join(folderOf('nginx'), 'restart.sh'), ...ports], {
      env: {
        ...process.env,
        SERVERS: join(folder, 'bank-servers.conf'),
        RELOAD: `nginx -s reload ${args.join(' ')}`,
        RESTART: `curl --fail --silent http://127.0.0.1:${port}/`,
      },
    });
    await vi.waitUntil(() => banks.every(({ ids }) => ids.every((id) => servedSoFar.has(id))), {
      timeout: 10_000,
    });
  });

  console.info(`nginx: ${[...served.values()].join(' + ')} calls, ${failures.length} failed`);
  expect(failures).toEqual([]);
  expect(new Set(served.keys())).toEqual(new Set(banks.flatMap(({ ids }) => ids)));
  expect(banks.flatMap(({ exits }) => exits)).toEqual([0, 0]);
});

test('nginx removes the prefix and lets the api reject large bodies', async () => {
  const { url } = await startNginx(await startBanks());
  await expectProxiedApi(url);
});

test('nginx forwards the events of a stream at once', async () => {
  const banks = await startBanks();
  const { url } = await startNginx(banks);
  await expectEventsAtOnce(
    url,
    banks.flatMap(({ ids }) => ids),
  );
});
