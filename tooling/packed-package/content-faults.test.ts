import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { contentFaults } from './content-faults.mjs';

function faultsOf(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'content-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const all = { 'package.json': '{}', 'README.md': '# It', LICENSE: 'MIT', ...files };
  writeFileSync(join(root, 'LICENSE'), 'MIT');
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(join(root, 'package', dirname(path)), { recursive: true });
    writeFileSync(join(root, 'package', path), content);
  }
  return contentFaults(join(root, 'package'), root);
}

test('a sound package has no fault', () => {
  expect(faultsOf({ 'dist/index.js': '', 'src/index.ts': '' })).toEqual([]);
});

test('another licence is a fault', () => {
  expect(faultsOf({ LICENSE: 'BSD' })).toEqual(["LICENSE is not a copy of the repository's own"]);
});

test.each(['dist/a.test.js', 'src/a.test-d.ts', 'dist/src.tsbuildinfo', 'tsconfig.json', '.env'])(
  '%s is a fault',
  (path) => {
    expect(faultsOf({ [path]: '' })).toEqual([`${path} must not be packed`]);
  },
);

test('a version that only this workspace understands is a fault', () => {
  const manifest = '{ "dependencies": { "a": "workspace:^", "b": "catalog:" } }';
  expect(faultsOf({ 'package.json': manifest })).toHaveLength(2);
});
