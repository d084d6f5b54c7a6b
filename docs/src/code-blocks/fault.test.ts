import { expect, test } from 'vitest';
import { faultText, sortedFaults } from './fault.js';

test('a fault is a line that an editor can jump to, with what belongs to it below', () => {
  const fault = {
    page: 'guide/errors.md',
    line: 41,
    column: 7,
    message: 'TS2345 No\nas it says\n',
  };
  expect(faultText(fault, 'docs')).toBe('docs/guide/errors.md:41:7 TS2345 No\n    as it says');
  expect(faultText({ page: 'index.md', line: 1, message: 'no' }, 'docs')).toBe(
    'docs/index.md:1 no',
  );
});

test('faults are sorted as they are read', () => {
  const faults = [
    { page: 'b.md', line: 1, message: '' },
    { page: 'a.md', line: 2, column: 3, message: '' },
    { page: 'a.md', line: 2, message: '' },
    { page: 'a.md', line: 1, message: '' },
  ];
  expect(sortedFaults(faults)).toEqual(faults.toReversed());
});
