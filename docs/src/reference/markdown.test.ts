import { describe, expect, test } from 'vitest';

import { codeSpan, escapeProse, table } from './markdown.js';

test('prose keeps its Markdown, and has nothing of HTML or Vue', () => {
  expect(escapeProse('*a* < b & {{ c }}')).toBe('*a* &lt; b &amp; &#123;&#123; c &#125;&#125;');
});

describe('code in a line', () => {
  test('has as many backticks around it as it needs', () => {
    expect(codeSpan('a < b')).toBe('`a < b`');
    expect(codeSpan('`a` and ``b``')).toBe('``` `a` and ``b`` ```');
  });

  test('is one line', () => {
    expect(codeSpan('{\n  a: 1;\n}')).toBe('`{ a: 1; }`');
  });

  test('is nothing where there is none', () => {
    expect(codeSpan('')).toBe('');
  });
});

describe('a table', () => {
  test('has neither line breaks nor bars in its cells', () => {
    expect(table(['A', 'B'], [['`a | b`', 'one\ntwo\n\nthree']])).toBe(
      '| A | B |\n| --- | --- |\n| `a \\| b` | one two<br><br>three |',
    );
  });

  test('has no last column that would be empty', () => {
    expect(table(['A', 'B'], [['a', '']])).toBe('| A |\n| --- |\n| a |');
  });
});
