import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder, noteAddress } from './lock-folder.js';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bank-lock-'));
  folder = join(parent, 'bank');
});
afterEach(() => rm(parent, { recursive: true }));

test('a folder is held by one at a time', async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder, 0)).rejects.toThrow(`The database in ${folder} is in use`);
  await unlock();
  const unlockAgain = await lockFolder(folder);
  await unlockAgain();
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test('a process that is alive keeps it', async () => {
  await writeFile(`${folder}.lock`, String(process.ppid));
  await expect(lockFolder(folder, 0)).rejects.toThrow('is in use by another process');
});

test('a process that serves the bank is named with its address', async () => {
  const unlock = await lockFolder(folder);
  await noteAddress(folder, 'http://127.0.0.1:3000');
  await expect(lockFolder(folder)).rejects.toThrow(
    `The bank is already running at http://127.0.0.1:3000 (process ${process.pid})`,
  );
  await unlock();
});

test('a process that is about to serve the bank is waited for', async () => {
  const unlock = await lockFolder(folder);
  const refused = lockFolder(folder).catch(String);
  await noteAddress(folder, 'http://127.0.0.1:3000');
  expect(await refused).toContain('running at http://127.0.0.1:3000');
  await unlock();
});

test('a folder that is given back in the meantime is taken', async () => {
  const unlock = await lockFolder(folder);
  const second = lockFolder(folder);
  await unlock();
  const unlockSecond = await second;
  expect(await readFile(`${folder}.lock`, 'utf8')).toBe(String(process.pid));
  await unlockSecond();
});

test('a folder that this process does not hold gets no address', async () => {
  await noteAddress(folder, 'http://127.0.0.1:3000');
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test('a process that was killed does not', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(`${folder}.lock`, String(pid));
  const unlock = await lockFolder(folder);
  expect(await readFile(`${folder}.lock`, 'utf8')).toBe(String(process.pid));
  await unlock();
});

test('nor does one that had the number which is now this one’s', async () => {
  await writeFile(`${folder}.lock`, String(process.pid));
  const unlock = await lockFolder(folder);
  expect(await readFile(`${folder}.lock`, 'utf8')).toBe(String(process.pid));
  await unlock();
});
