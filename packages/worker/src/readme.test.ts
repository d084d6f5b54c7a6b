import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { readmeSnippets } from '../../../tooling/vitest/readme-snippets.ts';

const root = new URL('..', import.meta.url).pathname;

// Writes the snippets that start with a file name, so that other snippets can import them.
beforeAll(() => {
  const folder = join(root, '.report', 'readme');
  mkdirSync(folder, { recursive: true });
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const [, name = '', code = ''] of readme.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)) {
    writeFileSync(join(folder, name), code);
  }
});

readmeSnippets(root);
