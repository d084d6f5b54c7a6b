import type { ComparisonResult, ContestantResult } from '../measure/comparison.js';
import { digits, megabytes, percent, withSpread } from './format.js';
import { textTable } from './text-table.js';

const head = [
  'contestant',
  'CPU µs/request',
  'µs/call',
  'base/CPU',
  'requests/s',
  'speed/base',
  'p50 ms',
  'p99 ms',
  'busy',
  'heap MB',
  'rss MB',
];

/** A comparison as a block of lines for the terminal. */
export function reportComparison(result: ComparisonResult): string {
  const { framework, title, calls, contestants, leftOut } = result;
  const lines = [
    `${framework}: ${title}`,
    textTable(
      head,
      contestants.map((one) => rowOf(one, calls)),
    ),
    ...leftOut.map(({ name, why }) => `${name} is left out: ${why}`),
  ];
  const idle = contestants
    .filter(({ busy }) => busy.median < 0.85)
    .map(({ name, loadBusy }) => `${name} (the load ${percent(loadBusy.median)} busy)`);
  if (idle.length > 0) {
    lines.push(`Not always busy, so their requests/s say little: ${idle.join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}

function rowOf(one: ContestantResult, calls: number): readonly string[] {
  return [
    one.name,
    digits(one.cpu.median),
    digits(one.cpu.median / calls),
    one.cpuRatio === undefined ? '' : withSpread(one.cpuRatio),
    digits(one.requestsPerSecond.median),
    one.speedRatio === undefined ? '' : withSpread(one.speedRatio),
    digits(one.p50.median),
    digits(one.p99.median),
    percent(one.busy.median),
    megabytes(one.memory.heapUsed),
    megabytes(one.memory.rss),
  ];
}
