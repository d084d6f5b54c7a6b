import { expect, test } from 'vitest';
import { readWalk } from './read-walk.js';

const markdown = `# Title

\`\`\`sh
npm start
\`\`\`

## A walk by curl

First:

\`\`\`sh
curl one \\
  two
\`\`\`

\`\`\`text

204
\`\`\`

### And then

\`\`\`sh
curl three
\`\`\`

\`\`\`text
{}
200
\`\`\`

## Another section

\`\`\`sh
curl four
\`\`\`
`;

test('the commands of the section are read with their outputs, and no others', () => {
  expect(readWalk(markdown)).toEqual([
    { title: 'First:', command: 'curl one \\\n  two\n', output: '\n204\n' },
    { title: '### And then', command: 'curl three\n', output: '{}\n200\n' },
  ]);
});

test('a text without a walk has no steps', () => {
  expect(readWalk('# Title\n\nIt walks.\n')).toEqual([]);
});

test('a command without its output is a mistake', () => {
  const forgotten = '## The walk\n\n```sh\ncurl one\n```\n\n```sh\ncurl two\n```\n';
  expect(() => readWalk(forgotten)).toThrow('No output stands after the command:\ncurl one');
});
