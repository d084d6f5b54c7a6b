import { expect, test } from 'vitest';
import { formatProblem, sortProblems } from './problem.js';

test('formats a problem as a location with indented details', () => {
  const problem = {
    page: 'guide/errors.md',
    line: 41,
    column: 7,
    message: 'TS2345 No\nas it says\n',
  };
  expect(formatProblem(problem, 'docs')).toBe(
    'docs/guide/errors.md:41:7 TS2345 No\n    as it says',
  );
  expect(formatProblem({ page: 'index.md', line: 1, message: 'no' }, 'docs')).toBe(
    'docs/index.md:1 no',
  );
  expect(formatProblem({ page: '../packages/a.md', line: 1, message: 'no' }, 'docs')).toBe(
    'packages/a.md:1 no',
  );
});

test('sorts problems by page, line and column', () => {
  const problems = [
    { page: 'b.md', line: 1, message: '' },
    { page: 'a.md', line: 2, column: 3, message: '' },
    { page: 'a.md', line: 2, message: '' },
    { page: 'a.md', line: 1, message: '' },
  ];
  expect(sortProblems(problems)).toEqual(problems.toReversed());
});
