import { expect, test } from 'vitest';

import { importFaults } from './import-faults.mjs';
import { packedModule } from './packed-module.mjs';

const manifest = {
  name: '@jsonrpc-kit/a',
  version: '1.0.0',
  dependencies: { valibot: '^1.0.0' },
  peerDependencies: { '@scope/peer': '^1.0.0' },
};

const sound = {
  'dist/index.js': `import * as v from 'valibot';\nexport { b } from './b.js';\nimport 'node:fs';`,
  'dist/index.d.ts': `export declare const peer: import('@scope/peer/door').Peer;`,
  'dist/b.js': `export const b = (url) => import(url);`,
  'dist/b.d.ts': `import type {} from '@jsonrpc-kit/a/self';\nexport declare const b: unknown;`,
};

function faultsOf(changed: Readonly<Record<string, string>> = {}): readonly string[] {
  const contents = Object.entries({ ...sound, ...changed });
  const modules = contents.map(([file, source]) => packedModule(file, source));
  return importFaults(manifest, modules, Object.keys({ ...sound, ...changed }));
}

test('a package that imports what it names has no fault', () => {
  expect(faultsOf()).toEqual([]);
});

test('a dependency that is missing in package.json is a fault', () => {
  expect(faultsOf({ 'dist/b.js': `export * from 'cookie/parse';` })).toEqual([
    'dist/b.js imports cookie, which package.json does not name',
  ]);
});

test('so is one that only the declarations have', () => {
  expect(faultsOf({ 'dist/b.d.ts': `export type B = import('@scope/other').B;` })).toEqual([
    'dist/b.d.ts imports @scope/other, which package.json does not name',
  ]);
});

test('so is one that is loaded later', () => {
  expect(faultsOf({ 'dist/b.js': `export const b = () => import('cookie');` })).toEqual([
    'dist/b.js imports cookie, which package.json does not name',
  ]);
});

test('a dependency that nothing imports is a fault', () => {
  expect(faultsOf({ 'dist/index.js': '', 'dist/index.d.ts': '' })).toEqual([
    'package.json names valibot, which nothing imports',
    'package.json names @scope/peer, which nothing imports',
  ]);
});

test('a file of its own that was not packed is a fault', () => {
  expect(faultsOf({ 'dist/b.js': `export * from './c/d.js';` })).toEqual([
    'dist/b.js imports ./c/d.js, which is not packed',
  ]);
});

test('so is a module without declarations', () => {
  expect(faultsOf({ 'dist/b.js': `export * from './c.js';`, 'dist/c.js': '' })).toEqual([
    'dist/b.js imports ./c.js, which is not packed',
  ]);
});
