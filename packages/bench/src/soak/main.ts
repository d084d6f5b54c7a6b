/** `npm run soak -- [--minutes 3] [--clients 32] [--seed 1]` */
import { parseArgs } from 'node:util';
import { judge, percentile } from './judge.js';
import { runSoak, type Sample } from './run-soak.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    clients: { type: 'string', default: '32' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [minutes, clients, seed] = [values.minutes, values.clients, values.seed].map(Number);
if (!(minutes && minutes > 0) || !Number.isInteger(clients) || !Number.isInteger(seed)) {
  console.error('soak: --minutes takes a number over 0, --clients and --seed take integers');
  process.exit(2);
}

console.log(
  `Soaking the bank behind Hono for ${minutes} min with ${clients} clients, seed ${seed}`,
);
console.log(' second   requests  heap MB     opened     closed  loop p99 ms');
const result = await runSoak({
  seconds: minutes * 60,
  clients: clients ?? 32,
  seed: seed ?? 1,
  onSample: (sample) => console.log(row(sample)),
});

console.log('\nRequests:');
for (const [name, count] of result.tally.requests) {
  console.log(`${String(count).padStart(9)}  ${name}`);
}
const [p50, p99] = [0.5, 0.99].map((share) => percentile(result.tally.latencies, share).toFixed(1));
console.log(`A single call meanwhile: p50 ${p50} ms, p99 ${p99} ms\n`);

const verdicts = judge(result);
for (const { name, ok, figures } of verdicts) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${figures}`);
}
process.exitCode = verdicts.every(({ ok }) => ok) ? 0 : 1;

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
