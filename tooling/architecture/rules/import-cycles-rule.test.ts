import { expect, test } from 'vitest';

import { faultsWith } from '../faults-with.ts';

const folder = 'packages/node/src';

test('a ring of files is reported once, with the way around', () => {
  const ring = {
    [`${folder}/a.ts`]: "import './b.js';",
    [`${folder}/b.ts`]: "export { c } from './c.js';",
    [`${folder}/c.ts`]: "const a = import('./a.js');",
  };
  expect(faultsWith(ring).importCycles).toEqual([
    `${folder}/a.ts → ${folder}/b.ts → ${folder}/c.ts → ${folder}/a.ts: an import cycle`,
  ]);
});

test('a file that imports itself is a ring', () => {
  expect(faultsWith({ [`${folder}/a.ts`]: "import './a.js';" }).importCycles).toHaveLength(1);
});

test('a ring behind a file already seen is found', () => {
  const ring = {
    [`${folder}/a.ts`]: "import './b.js'; import './c.js';",
    [`${folder}/b.ts`]: '',
    [`${folder}/c.ts`]: "import './b.js'; import './d.js';",
    [`${folder}/d.ts`]: "import './c.js';",
  };
  expect(faultsWith(ring).importCycles).toHaveLength(1);
});

test('two ways to one file are no ring', () => {
  const diamond = {
    [`${folder}/a.ts`]: "import './b.js'; import './c.js';",
    [`${folder}/b.ts`]: "import './d.js';",
    [`${folder}/c.ts`]: "import './d.js';",
    [`${folder}/d.ts`]: '',
  };
  expect(faultsWith(diamond).importCycles).toEqual([]);
});

test('a type import closes no ring', () => {
  const ring = {
    [`${folder}/a.ts`]: "import './b.js';",
    [`${folder}/b.ts`]: "import type { A } from './a.js';",
  };
  expect(faultsWith(ring).importCycles).toEqual([]);
});
