import { expect, test } from 'vitest';
import { continueFile } from './continued-file.js';

const source = 'one();\n\ntwo();\n\nthree();\n';

test('a block of a new file is its source', () => {
  expect(continueFile(undefined, 'one();\n')).toBe('one();\n');
});

test('a block without marks is added at the end of its file', () => {
  expect(continueFile(source, 'four();\n')).toBe(`${source}\nfour();\n`);
});

test('a block that its file contains changes nothing', () => {
  expect(continueFile(source, 'two();\n\nthree();\n')).toBe(source);
});

test('a block with marks adds and removes lines', () => {
  const block = 'two(); // [!code --]\ndeux(); // [!code ++]\n\nthree();\n';
  expect(continueFile(source, block)).toBe('one();\n\ndeux();\n\nthree();\n');
});

test('a block leaves out the lines of a gap, which do not change', () => {
  const block = 'zero(); // [!code ++]\none();\n// …\nthree();\nfour(); // [!code ++]\n';
  expect(continueFile(source, block)).toBe('zero();\none();\n\ntwo();\n\nthree();\nfour();\n');
});

test.each([
  ['is not in its file', 'four();\n// …\n', 'these lines are not in the file:\nfour();'],
  ['is in another place', 'three();\n// …\none();\n', 'these lines are not in the file:\none();'],
  ['is removed but not there', 'two();\nx(); // [!code --]\n', 'not in the file:\ntwo();\nx();'],
  ['is in its file twice', '\nx(); // [!code ++]\n', 'these lines are in the file more than once'],
])('reports a line that %s', (_, block, message) => {
  expect(() => continueFile(source, block)).toThrow(message);
});
