import { beforeAll, describe, expect, test } from 'vitest';
import { testPages } from '../../test/test-pages.js';
import { checkCodeBlocks, type CheckResult } from './check-code-blocks.js';
import { findPages } from './find-pages.js';

const block = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\`\n`;

describe('a page whose blocks all work', () => {
  const page = [
    '# Page',
    `<!--\n${block('ts [balance.ts]', 'export const balance: number = 12;')}-->`,
    block('ts', "import { balance } from './balance.js';\nconsole.log(balance);"),
    block('text [prints]', '12'),
    block('ts', "console.log('first');\nthrow new TypeError('no');"),
    block('text [prints]', 'first') + block('text [throws]', 'TypeError: no'),
    block('ts', 'setTimeout(() => { throw new RangeError(`later`); }, 1);'),
    block('text [throws]', 'RangeError: later'),
    block(
      'ts',
      '// @ts-expect-error\nconst text: string = 1;\nconsole.log(text satisfies string);',
    ),
    block(
      'ts [balance.test.ts]',
      "import { expect, test } from 'vitest';\nimport { balance } from './balance.js';\n" +
        "test('is 12', () => expect(balance).toBe(12));",
    ),
  ].join('\n');

  test('has no problems', async () => {
    const folder = testPages('sound', { 'guide/page.md': page, 'index.md': '# Nothing' });
    await expect(checkCodeBlocks(folder, findPages(folder))).resolves.toEqual({
      pages: 2,
      files: 6,
      run: 3,
      tests: 1,
      problems: [],
    });
  });
});

describe('a problem is reported at its place on the page', () => {
  const TEST =
    "import { expect, test } from 'vitest';\ntest('fails', () => {\n  expect(1).toBe(2);\n});";
  const planted = {
    'type.md': `# A wrong type\n\n${block('ts', 'const one = 1;\n  const a: string = one;')}`,
    'print.md': block('ts', 'console.log(2);') + block('text [prints]', '1'),
    'throw.md': block('ts', "throw new Error('b');") + block('text [throws]', 'Error: a'),
    'calm.md': block('ts', 'export {};') + block('text [throws]', 'Error: a'),
    'crash.md': block('ts', "\nthrow new Error('b');") + block('text [prints]', ''),
    'exit.md': block('ts', 'process.exit(3);') + block('text [prints]', ''),
    'test.md': block('ts [a.test.ts]', TEST),
    'load.md': block('ts [a.test.ts]', "import 'vitest';\nthrow new Error('b');"),
    'empty.md': block('ts [a.test.ts]', 'export {};'),
    'skip.md': block('ts [a.test.ts]', "import { test } from 'vitest';\ntest.skip('a', () => {});"),
    'import.md': block('ts', "import './not-there.js';"),
    'json.md': block('json', '{ a }'),
    'info.md': block('tss', 'const a: string = 1;'),
    'copy.md': block('ini [examples/missing.ini]', 'a=1'),
  };
  let result: CheckResult;
  beforeAll(async () => {
    const folder = testPages('planted', planted);
    result = await checkCodeBlocks(folder, findPages(folder));
  });

  test.each([
    ['type.md', 5, 9, /^TS2322 Type 'number' is not assignable to type 'string'/],
    ['print.md', 4, undefined, /^prints something else:\n2\n$/],
    ['throw.md', 4, undefined, /^throws something else:\nError: b$/],
    ['calm.md', 4, undefined, /^nothing was thrown$/],
    ['crash.md', 3, 7, /^unexpected error\nError: b/],
    ['exit.md', 1, undefined, /^exited with 3/],
    ['test.md', 4, 13, /^"fails" fails\nAssertionError: expected 1 to be 2/],
    ['load.md', 1, undefined, /^the tests fail\nb$/],
    ['empty.md', 1, undefined, /^the tests fail\n.*No test suite found/],
    ['skip.md', 1, undefined, /^"a" was not run: skipped/],
    ['import.md', 2, 8, /^TS\d+ .*not-there/],
    ['json.md', 2, 3, /^invalid JSON/],
    ['info.md', 1, undefined, /^unknown language "tss"/],
    ['copy.md', 1, undefined, /^examples\/missing.ini doesn't exist/],
  ])('%s', (page, line, column, message) => {
    expect(result.problems.filter((problem) => problem.page === page)).toEqual([
      { page, line, ...(column && { column }), message: expect.stringMatching(message) },
    ]);
  });
});

test('a block that shows a file of the repository must be equal to it', async () => {
  const folder = testPages('copies/docs', {
    'equal.md': block('ini [examples/bank.ini]', 'a=1'),
    'different.md': block('ini [examples/bank.ini]', 'a=2'),
    '../examples/bank.ini': 'a=1\n',
  });
  const { problems } = await checkCodeBlocks(folder, findPages(folder));
  expect(problems).toEqual([
    {
      page: 'different.md',
      line: 1,
      message: 'differs from examples/bank.ini. Copy the file again',
    },
  ]);
});
