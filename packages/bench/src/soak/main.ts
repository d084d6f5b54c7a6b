/** `npm run soak -- [--minutes 3] [--clients 32] [--seed 1]` */
import { isMisuse } from '../cli/is-misuse.js';
import { runFuzz } from '../fuzz/run-fuzz.js';
import { judge, judgeFuzz } from './judge.js';
import { latencyLine } from './latency-line.js';
import { type Options, parseOptions, usage } from './parse-options.js';
import { runSoak, type Sample } from './run-soak.js';

const options = optionsOfCommandLine();
if (options === 'help') console.log(usage);
else if (options !== undefined) await soak(options);

/** Undefined where they are wrong; then it has been said what is. */
function optionsOfCommandLine(): Options | 'help' | undefined {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    if (!isMisuse(error)) throw error;
    console.error(`soak: ${error.message}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function soak({ minutes, clients, seed }: Options): Promise<void> {
  console.log(
    `Soaking the bank behind Hono for ${minutes} min with ${clients} clients, seed ${seed}`,
  );
  console.log(' second   requests  heap MB     opened     closed  loop p99 ms');
  const onSample = (sample: Sample): void => console.log(row(sample));
  const result = await runSoak({ seconds: minutes * 60, clients, seed, onSample });

  console.log('\nRequests:');
  for (const [name, count] of result.tally.requests) {
    console.log(`${String(count).padStart(9)}  ${name}`);
  }
  console.log(`${latencyLine(result.tally.latencies)}\n`);

  const fuzzSeconds = minutes * 15;
  console.log(`Fuzzing every adapter for ${fuzzSeconds} s\n`);
  const verdicts = [...judge(result), judgeFuzz(await runFuzz({ seed, seconds: fuzzSeconds }))];
  for (const { name, ok, figures } of verdicts) {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${figures}`);
  }
  process.exitCode = verdicts.every(({ ok }) => ok) ? 0 : 1;
}

function row(sample: Sample): string {
  return [
    String(sample.second).padStart(7),
    String(sample.requests).padStart(10),
    sample.heapMegabytes.toFixed(1).padStart(8),
    String(sample.opened).padStart(10),
    String(sample.closed).padStart(10),
    sample.eventLoopP99Milliseconds.toFixed(1).padStart(12),
  ].join(' ');
}
