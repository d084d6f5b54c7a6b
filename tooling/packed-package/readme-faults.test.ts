import { expect, test } from 'vitest';

import { readmeFaults } from './readme-faults.mjs';

const readme = `# @jsonrpc-kit/a

It does [this](#options), see [the node](https://www.npmjs.com/package/@jsonrpc-kit/node).

\`\`\`ts
console.log('[not](a-link)');
\`\`\`

## Options

<img src="docs/page.png" />, [again](README.md#options)
`;
const faultsOf = (text: string): readonly string[] =>
  readmeFaults(text, '@jsonrpc-kit/a', (path) => ['README.md', 'docs/page.png'].includes(path));

test('a README with all that belongs there has no fault', () => {
  expect(faultsOf(readme)).toEqual([]);
});

test.each([
  ['another title', '# @jsonrpc-kit/a', '# a', 'README.md does not begin with "# @jsonrpc-kit/a"'],
  [
    'a snippet before anything is said',
    'It does',
    '> It does',
    'README.md does not begin with a paragraph and a snippet',
  ],
  [
    'a snippet that is not run',
    '```ts',
    '```js',
    'README.md does not begin with a paragraph and a snippet',
  ],
  [
    'a link to another package in the repository',
    'https://www.npmjs.com/package/@jsonrpc-kit/node',
    '../node',
    'README.md has a link to nothing: ../node',
  ],
  [
    'a picture that is not there',
    'docs/page.png',
    'docs/other.png',
    'README.md has a link to nothing: docs/other.png',
  ],
  [
    'a heading that is not there',
    '](#options)',
    '](#option)',
    'README.md has a link to nothing: #option',
  ],
])('%s is a fault', (_, sound, faulty, fault) => {
  expect(faultsOf(readme.replace(sound, faulty))).toEqual([fault]);
});

test('no options are a fault', () => {
  const [first, ...others] = faultsOf(readme.replace('## Options', '## Choices'));
  expect(first).toBe('README.md tells no options');
  // Nor do the links to them lead anywhere.
  expect(others).toHaveLength(2);
});
