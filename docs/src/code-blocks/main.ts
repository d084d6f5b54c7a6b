// `npm run check-code-blocks [-- guide/errors …]`: checks every code block of the pages.

import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCodeBlocks } from './check-code-blocks.js';
import { faultText } from './fault.js';

const folder = join(fileURLToPath(new URL('../..', import.meta.url)));
const begin = performance.now();
const result = await checkCodeBlocks(folder, process.argv.slice(2));

for (const fault of result.faults) console.error(faultText(fault, basename(folder)));
console.log(
  `${result.pages} pages, ${result.files} files of code, ${result.run} run, ` +
    `${result.tests} of tests: ${result.faults.length} faults ` +
    `(${((performance.now() - begin) / 1000).toFixed(1)} s)`,
);
process.exitCode = result.faults.length === 0 ? 0 : 1;
