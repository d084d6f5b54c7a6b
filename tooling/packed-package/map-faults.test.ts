import { expect, test } from 'vitest';

import { mapFaults } from './map-faults.mjs';

const contents = new Map([
  ['dist/a/b.js', 'export {};\n//# sourceMappingURL=b.js.map'],
  ['dist/a/b.js.map', '{ "sources": ["../../src/a/b.ts"] }'],
  ['dist/plain.js', 'export {};'],
]);
const files = [...contents.keys(), 'src/a/b.ts'];

test('a map whose source is there is no fault', () => {
  expect(mapFaults(contents, files)).toEqual([]);
});

test('a source that was not packed is a fault', () => {
  expect(mapFaults(contents, [...contents.keys()])).toEqual([
    'dist/a/b.js.map leads to src/a/b.ts, which is not packed',
  ]);
});

test('a map that was not packed is a fault', () => {
  const [[file = '', content = ''] = []] = contents;
  expect(mapFaults(new Map([[file, content]]), [file])).toEqual([
    'dist/a/b.js leads to dist/a/b.js.map, which is not packed',
  ]);
});
