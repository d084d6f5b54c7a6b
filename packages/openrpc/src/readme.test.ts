import { readmeSnippets } from '../../../tooling/vitest/readme-snippets.ts';

readmeSnippets(new URL('..', import.meta.url).pathname);
