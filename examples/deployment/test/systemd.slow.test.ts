import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './bank-process.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const UNIT = readFileSync(join(FOLDER, 'systemd/bank@.service'), 'utf8');

const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(UNIT)?.[1] ?? '';

test('systemd accepts the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-systemd-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // Node may be elsewhere on this machine, and the service has not been installed.
  const unit = UNIT.replace('/usr/bin/node', process.execPath).replace('/srv/bank', '/');
  writeFileSync(join(folder, 'bank@.service'), unit);
  const args = ['verify', '--man=no', '--recursive-errors=no', join(folder, 'bank@.service')];
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

test('the commands of the unit start the server, wait for it and stop it', async () => {
  const port = String(await freePort());
  const expand = (command: string): string[] => command.replaceAll('%i', port).split(' ');
  const environment = expand(valueOf('Environment')).map((entry) => entry.split('='));
  const [, ...args] = expand(valueOf('ExecStart'));
  const child = spawn(process.execPath, args, {
    cwd: FOLDER,
    env: { PATH: process.env['PATH'], ...Object.fromEntries(environment), SHUTDOWN_DELAY_MS: '0' },
    stdio: 'inherit',
  });
  const [command = '', ...options] = expand(valueOf('ExecStartPost'));
  execFileSync(command, options);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
