import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Api } from '@jsonrpc-kit/core';
import { afterAll, beforeAll } from 'vitest';
import { readmeSnippets } from '../../../tooling/vitest/readme-snippets.ts';

const root = new URL('..', import.meta.url).pathname;

const folder = join(root, '.report', 'readme');

// Writes the snippets that start with a file name, so that other snippets can import them.
beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const [, name = '', code = ''] of readme.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)) {
    writeFileSync(join(folder, name), code);
  }
});

readmeSnippets(root);

// Ends the threads of the snippet with a pool, because other test files count the threads of this process.
afterAll(async () => {
  const { href } = pathToFileURL(join(folder, 'snippet-2.ts'));
  const { api } = (await import(/* @vite-ignore */ href)) as { readonly api: Api };
  await api.close();
});
