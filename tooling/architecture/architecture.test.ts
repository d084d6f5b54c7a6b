import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { checkArchitecture } from './check-architecture.ts';
import { readSourceTree } from './source-tree.ts';

describe('the architecture of this repository', () => {
  const tree = readSourceTree(fileURLToPath(new URL('../..', import.meta.url)));
  const faults = checkArchitecture(tree);

  test('sources were read', () => {
    expect(tree.has('packages/core/package.json')).toBe(true);
    expect(tree.has('packages/core/src/index.ts')).toBe(true);
  });

  test('packages import along the arrows only', () => {
    expect(faults.packageArrows).toEqual([]);
  });

  test("the core's layers import sideways or down only", () => {
    expect(faults.coreLayers).toEqual([]);
  });

  test('no files import each other in a ring', () => {
    expect(faults.importCycles).toEqual([]);
  });
});
