// `npm run check-code-blocks [-- guide/errors …]`: checks every code block of the pages and the skills.

import { basename, join } from 'node:path';
import { checkCodeBlocks } from './check-code-blocks.js';
import { findPages, findSkills, selectPages } from './find-pages.js';
import { formatProblem } from './problem.js';

const folder = join(import.meta.dirname, '../..');
const started = performance.now();
const all = [...findPages(folder), ...findSkills(folder)];
const wanted = selectPages(all, process.argv.slice(2));
const { pages, files, run, tests, problems } = await checkCodeBlocks(folder, wanted);

for (const problem of problems) console.error(formatProblem(problem, basename(folder)));
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  `${pages} pages, ${files} files, ${run} run, ${tests} test files: ${problems.length} problems (${seconds} s)`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
