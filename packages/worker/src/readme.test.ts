import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { readmeSnippets } from '../../../tooling/vitest/readme-snippets.ts';

const root = new URL('..', import.meta.url).pathname;

// A snippet that names its file is one that the others, or their threads, import.
beforeAll(() => {
  const folder = join(root, '.report', 'readme');
  mkdirSync(folder, { recursive: true });
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const [, name = '', code = ''] of readme.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)) {
    writeFileSync(join(folder, name), code);
  }
});

readmeSnippets(root);
