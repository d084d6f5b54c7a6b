import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemOfFolder, writeFiles } from './target-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'create-jsonrpc-kit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a project can be written into an empty folder, a missing one, and a repository without files', () => {
  expect(problemOfFolder(folder)).toBeUndefined();
  expect(problemOfFolder(join(folder, 'missing'))).toBeUndefined();
  mkdirSync(join(folder, '.git'));
  expect(problemOfFolder(folder)).toBeUndefined();
});

test('rejects a folder that is not empty', () => {
  writeFileSync(join(folder, 'a.txt'), '');
  const problem = `The folder ${folder} is not empty: it contains a.txt`;
  expect(problemOfFolder(folder)).toBe(`${problem}. Choose another folder`);
  writeFileSync(join(folder, 'b.txt'), '');
  expect(problemOfFolder(folder)).toBe(`${problem} and 1 more. Choose another folder`);
});

test('rejects a file, and a folder in a file', () => {
  const file = join(folder, 'a.txt');
  writeFileSync(file, '');
  expect(problemOfFolder(file)).toBe(`${file} is a file. Choose another folder`);
  expect(problemOfFolder(join(file, 'shop'))).toContain('is a file');
});

test('writes files with their folders', () => {
  writeFiles(join(folder, 'shop'), new Map([['src/a.ts', 'a']]));
  expect(readFileSync(join(folder, 'shop/src/a.ts'), 'utf8')).toBe('a');
});

test('overwrites no file', () => {
  writeFileSync(join(folder, 'a.txt'), 'mine');
  expect(() => writeFiles(folder, new Map([['a.txt', 'ours']]))).toThrow('EEXIST');
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('mine');
});
