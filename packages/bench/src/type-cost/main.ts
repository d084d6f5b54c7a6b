/** `npm run types:cost -- [--methods 1000] [--calls 1000] [--limit 10]` */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compile } from './compile.js';
import { writeProgram } from './program.js';

const { values } = parseArgs({
  options: {
    methods: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '1000' },
    limit: { type: 'string', default: '10' },
  },
});
// Inside the package, where the program finds its imports.
const folder = fileURLToPath(new URL('../../.report/type-cost', import.meta.url));

function measure(methods: number, calls: number): number {
  writeProgram(folder, methods, calls);
  const { cpuSeconds, errors } = compile(folder);
  if (errors !== '') throw new Error(errors);
  console.log(`${methods} methods and ${calls} calls: ${cpuSeconds.toFixed(2)} s of CPU`);
  return cpuSeconds;
}

// Mostly the declarations of the libraries.
measure(1, 1);
const seconds = measure(Number(values.methods), Number(values.calls));
if (seconds > Number(values.limit)) {
  console.error(`The limit is ${values.limit} s of CPU`);
  process.exitCode = 1;
}
