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

test('only one database at a time can lock a folder', async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder, 0)).rejects.toThrow(`The database in ${folder} is in use`);
  await unlock();
  const unlockAgain = await lockFolder(folder);
  await unlockAgain();
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test('a running process keeps its lock', async () => {
  await writeFile(`${folder}.lock`, String(process.ppid));
  await expect(lockFolder(folder, 0)).rejects.toThrow('is in use by another process');
});

test('the error about a locked folder has the address and the id of the process that serves the bank', async () => {
  const unlock = await lockFolder(folder);
  await noteAddress(folder, 'http://127.0.0.1:3000');
  await expect(lockFolder(folder)).rejects.toThrow(
    `The bank is already running at http://127.0.0.1:3000 (process ${process.pid})`,
  );
  await unlock();
});

test('waits for the address of a process that has locked the folder', async () => {
  const unlock = await lockFolder(folder);
  const rejected = lockFolder(folder).catch(String);
  await noteAddress(folder, 'http://127.0.0.1:3000');
  expect(await rejected).toContain('running at http://127.0.0.1:3000');
  await unlock();
});

test('locks a folder that is unlocked in the meantime', async () => {
  const unlock = await lockFolder(folder);
  const second = lockFolder(folder);
  await unlock();
  const unlockSecond = await second;
  expect(await readFile(`${folder}.lock`, 'utf8')).toBe(String(process.pid));
  await unlockSecond();
});

test('noteAddress() does not write a lock file for a folder that is not locked', async () => {
  await noteAddress(folder, 'http://127.0.0.1:3000');
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test('replaces the lock of a process that was killed', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(`${folder}.lock`, String(pid));
  const unlock = await lockFolder(folder);
  expect(await readFile(`${folder}.lock`, 'utf8')).toBe(String(process.pid));
  await unlock();
});

test('replaces the lock of a killed process that had the id of this one', async () => {
  await writeFile(`${folder}.lock`, String(process.pid));
  const unlock = await lockFolder(folder);
  expect(await readFile(`${folder}.lock`, 'utf8')).toBe(String(process.pid));
  await unlock();
});
