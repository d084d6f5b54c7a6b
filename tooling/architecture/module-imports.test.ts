import { expect, test } from 'vitest';

import { moduleImports } from './module-imports.ts';

test.each([
  ["import a from './x.js'", false],
  ["import './x.js'", false],
  ["import type { A } from './x.js'", true],
  // Compiled to `import {} from './x.js'`, which still loads it.
  ["import { type A } from './x.js'", false],
  ["export * from './x.js'", false],
  ["export type * from './x.js'", true],
  ["export { a } from './x.js'", false],
  ["export type { A } from './x.js'", true],
  ["const x = import('./x.js')", false],
  ["type A = import('./x.js').A", true],
])('%s', (source, typeOnly) => {
  expect(moduleImports('file.ts', source)).toEqual([{ specifier: './x.js', typeOnly }]);
});

test('what only looks like an import is none', () => {
  const source = "// import './x.js'\nexport const text = `import './x.js'`;";
  expect(moduleImports('file.ts', source)).toEqual([]);
});

test('an import() of a computed name is refused', () => {
  expect(() => moduleImports('file.ts', 'import(name)')).toThrow('file.ts: an import()');
});

test('an import() of a module that a user of ours names is no import of ours', () => {
  expect(moduleImports('file.ts', 'import(/* of the user */ name)')).toEqual([]);
});
