import { quantile } from '../measure/statistics.js';

/** What the clients had to wait, in milliseconds; what grows meanwhile shows from quarter to quarter. */
export function latencyLine(latencies: readonly number[]): string {
  if (latencies.length < 4) return 'Too few single calls for a latency; soak for longer';
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(latencies, share).toFixed(1));
  const quarters = quartersOf(latencies).map((part) => quantile(part, 0.99).toFixed(1));
  return (
    `A single call meanwhile: p50 ${p50} ms, p99 ${p99} ms; ` +
    `by quarters of the calls p99 ${quarters.join(', ')} ms`
  );
}

function quartersOf(values: readonly number[]): readonly (readonly number[])[] {
  const at = (quarter: number): number => Math.floor((values.length * quarter) / 4);
  return [0, 1, 2, 3].map((quarter) => values.slice(at(quarter), at(quarter + 1)));
}
