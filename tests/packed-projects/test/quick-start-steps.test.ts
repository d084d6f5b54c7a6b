import { expect, test } from 'vitest';
import { quickStartSteps } from './quick-start-steps.js';

const markdown = `# A page

\`\`\`ts [src/shop.ts]
export const stock = 40;
\`\`\`

\`\`\`sh
node src/server.ts
\`\`\`

\`\`\`text
The shop is at http://127.0.0.1:3000
\`\`\`

\`\`\`sh
mv a b
\`\`\`

Open http://127.0.0.1:3000/docs. The server prints:

\`\`\`text
opened
\`\`\`
`;

test('reads files, commands with their output, addresses and the output of the server from a page', () => {
  expect(quickStartSteps(markdown)).toEqual([
    { kind: 'file', line: 3, path: 'src/shop.ts', text: 'export const stock = 40;\n' },
    {
      kind: 'commands',
      line: 7,
      script: 'node src/server.ts\n',
      prints: 'The shop is at http://127.0.0.1:3000\n',
    },
    { kind: 'commands', line: 15, script: 'mv a b\n', prints: undefined },
    { kind: 'address', line: 19, url: 'http://127.0.0.1:3000/docs' },
    { kind: 'printed', line: 21, text: 'opened\n' },
  ]);
});

test('reads only the blocks of one tab', () => {
  const tabs = `\`\`\`sh [Hono]\nnpm i hono\n\`\`\`\n\n\`\`\`sh [node:http]\ntrue\n\`\`\`\n
\`\`\`ts src/server.ts [Hono]\n1;\n\`\`\`\n\n\`\`\`ts src/server.ts [node:http]\n2;\n\`\`\`\n`;
  expect(quickStartSteps(tabs, 'node:http')).toEqual([
    { kind: 'commands', line: 5, script: 'true\n', prints: undefined },
    { kind: 'file', line: 13, path: 'src/server.ts', text: '2;\n' },
  ]);
});

test.each([
  ['```ts\nlet a;\n```\n', 'Line 1: a block of ts without a name is never tested'],
  ['\n```js\n1\n```\n', 'Line 2: a block of js without a name is never tested'],
  ['```text [prints]\n1\n```\n', "A block that can't be read: ```text [prints]"],
  ['```sh\nnpx tsc\n', "A block that can't be read: ```sh"],
])('throws an error for a block that would not be tested: %j', (page, message) => {
  expect(() => quickStartSteps(page)).toThrow(message);
});
