// `npm run prose [-- file…]`: checks the words of all Markdown, and of comments and strings in sources,
// against terms.yml. `--count` prints only the number of violations of each term.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter, loadTextlintrc } from 'textlint';

import { proseOf } from './prose-of.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const onlyCount = process.argv.includes('--count');

const markdown = ['*.md', ':!*CHANGELOG.md'];
const sources = [
  'packages/*/src/*.ts',
  'packages/*/test/*.ts',
  'packages/*/test/*.mjs',
  'packages/*/templates/*.ts',
  'tests/*.ts',
  'tests/*.mjs',
  'examples/*/src/*.ts',
  'examples/*/test/*.ts',
  'docs/src/*.ts',
  'docs/test/*.ts',
  'docs/.vitepress/*.ts',
  'tooling/*.mjs',
  'tooling/*.ts',
];
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...markdown, ...sources],
  { cwd: root, encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .filter((file) => wanted.length === 0 || wanted.some((path) => file.startsWith(path)));

const descriptor = await loadTextlintrc({ configFilePath: join(here, 'textlintrc.json') });
const linter = createLinter({ descriptor });
const counts = new Map();
let total = 0;

for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8');
  const isMarkdown = file.endsWith('.md');
  const text = isMarkdown ? source : proseOf(file, source);
  const { messages } = await linter.lintText(text, isMarkdown ? file : `${file}.txt`);
  for (const { message, loc } of messages) {
    const expected = /=> (.*)/.exec(message)?.[1];
    total += 1;
    counts.set(expected, (counts.get(expected) ?? 0) + 1);
    if (!onlyCount) {
      console.error(
        `${file}:${loc.start.line}:${loc.start.column} ${message.replaceAll('\n', ' ')}`,
      );
    }
  }
}

for (const [term, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
  console.log(`${String(count).padStart(6)}  ${term}`);
}
console.log(`${files.length} files, ${total} violations`);
process.exitCode = total === 0 ? 0 : 1;
