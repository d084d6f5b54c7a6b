/** `npm run types:cost -- [--methods 1000] [--calls 1000] [--limit 10]` */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCompiler } from './run-compiler.js';
import { writeProgram } from './write-program.js';

const { values } = parseArgs({
  options: {
    methods: { type: 'string', default: '1000' },
    calls: { type: 'string', default: '1000' },
    limit: { type: 'string', default: '10' },
  },
});
const [methods = 0, calls = 0, limit = 0] = [values.methods, values.calls, values.limit].map(
  Number,
);
if (!(methods >= 1) || !(calls >= 1) || !(limit > 0)) {
  console.error('types:cost: --methods, --calls and --limit take numbers over 0');
  process.exit(2);
}

// Inside of the package, so that the program finds what it imports.
const folder = fileURLToPath(new URL('../../.report/type-cost', import.meta.url));

/** Checks the program that is there, and says what it took. */
function measure(name: string, flags: readonly string[] = []): number {
  const { cpuSeconds, seconds, faults } = runCompiler(folder, flags);
  if (faults !== '') {
    console.error(faults);
    process.exit(1);
  }
  const figures = `${cpuSeconds.toFixed(2)} s of CPU, ${seconds.toFixed(2)} s on the clock`;
  console.log(`${name}: ${figures}`);
  return cpuSeconds;
}

writeProgram(folder, { methods: 1, calls: 1 });
measure('One method and one call, so the libraries');
writeProgram(folder, { methods, calls });
const size = `${methods} methods and ${calls} calls`;
measure(`${size}, by one checker`, ['--checkers', '1']);
// The compiler divides the files among four, each of which has to know every method.
const spent = measure(`${size}, as the compiler does it by default`);
if (spent > limit) {
  console.error(`That is more than the ${limit} s of CPU that it may take`);
  process.exitCode = 1;
}
