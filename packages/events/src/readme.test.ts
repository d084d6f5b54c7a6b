import { readmeSnippets } from '../../../tooling/vitest/readme-snippets.js';

readmeSnippets(new URL('..', import.meta.url).pathname);
