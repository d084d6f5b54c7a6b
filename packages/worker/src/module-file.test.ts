import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findModuleFile } from './module-file.js';

let folder: string;
const at = (name: string): URL => new URL(name, pathToFileURL(`${folder}/`));
const write = (name: string): void => writeFileSync(join(folder, name), '');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker module '));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('findModuleFile()', () => {
  test('returns the file at the URL', () => {
    write('math.js');
    write('math.ts');
    expect(findModuleFile(at('math.js'))).toEqual({ href: at('math.js').href, name: 'math.js' });
  });

  test.each([
    ['math.js', 'math.ts'],
    ['math.mjs', 'math.mts'],
    ['math.cjs', 'math.cts'],
  ])('returns, if there is no %s, the source %s beside it', (built, source) => {
    write(source);
    expect(findModuleFile(at(built))).toEqual({ href: at(source).href, name: source });
  });

  test('throws if there is neither a file nor a source', () => {
    expect(() => findModuleFile(at('math.js'))).toThrow(
      `pool.module(): there is no file ${join(folder, 'math.js')} and no TypeScript source beside it. ` +
        `Pass a URL relative to the current file: new URL('./math.worker.js', import.meta.url)`,
    );
    expect(() => findModuleFile(at('math.txt'))).toThrow(TypeError);
  });

  test('throws if the URL is not a file URL', () => {
    expect(() => findModuleFile(new URL('https://localhost/math.js'))).toThrow(
      'pool.module(): https://localhost/math.js is not a file URL. Pass a URL relative to the current file: ' +
        "new URL('./math.worker.js', import.meta.url). In Vitest with jsdom, where Vite replaces this " +
        "expression, write const here = import.meta.url; and new URL('./math.worker.js', here)",
    );
  });
});
