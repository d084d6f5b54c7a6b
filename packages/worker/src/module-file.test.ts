import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moduleFile } from './module-file.js';

let folder: string;
const at = (name: string): URL => new URL(name, pathToFileURL(`${folder}/`));
const write = (name: string): void => writeFileSync(join(folder, name), '');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker module '));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file of a module', () => {
  test('is the one at its URL', () => {
    write('math.js');
    write('math.ts');
    expect(moduleFile(at('math.js'))).toEqual({ href: at('math.js').href, name: 'math.js' });
  });

  test.each([
    ['math.js', 'math.ts'],
    ['math.mjs', 'math.mts'],
    ['math.cjs', 'math.cts'],
  ])('is, where there is no %s, the source %s beside it', (built, source) => {
    write(source);
    expect(moduleFile(at(built))).toEqual({ href: at(source).href, name: source });
  });

  test('must be there', () => {
    expect(() => moduleFile(at('math.js'))).toThrow(
      `WorkerPool: module(): there is no file ${join(folder, 'math.js')}, nor a TypeScript source ` +
        `beside it; write new URL('./math.worker.js', import.meta.url)`,
    );
    expect(() => moduleFile(at('math.txt'))).toThrow(TypeError);
  });

  test('must be a file', () => {
    expect(() => moduleFile(new URL('https://localhost/math.js'))).toThrow(
      'WorkerPool: module(): https://localhost/math.js is no file; write new URL(',
    );
  });
});
