import { fileURLToPath } from 'node:url';
import { readmeSnippets } from '../../../tooling/vitest/readme-snippets.ts';

const [root = '', here = ''] = ['../../..', '..'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

readmeSnippets(root, here);
