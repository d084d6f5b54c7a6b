import { expect, test } from 'vitest';
import { readWalkthrough } from './read-walkthrough.js';

const markdown = `# Title

\`\`\`sh
npm start
\`\`\`

## Walkthrough with curl

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

test('reads the commands of a walkthrough with their outputs', () => {
  expect(readWalkthrough(markdown)).toEqual([
    { title: 'First:', command: 'curl one \\\n  two\n', output: '\n204\n' },
    { title: '### And then', command: 'curl three\n', output: '{}\n200\n' },
  ]);
});

test('returns no steps for a text without a walkthrough', () => {
  expect(readWalkthrough('# Title\n\nNo commands.\n')).toEqual([]);
});

test('throws for a command without output', () => {
  const forgotten = '## Walkthrough\n\n```sh\ncurl one\n```\n\n```sh\ncurl two\n```\n';
  expect(() => readWalkthrough(forgotten)).toThrow('The command has no output:\ncurl one');
});
