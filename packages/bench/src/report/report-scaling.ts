import type { ScalingResult } from '../measure/scaling.js';
import { digits, withSpread } from './format.js';
import { textTable } from './text-table.js';

/** What a call costs in a larger workload, for the terminal. */
export function reportScaling(results: readonly ScalingResult[]): string {
  const [{ framework, from, to } = { framework: '', from: '', to: '' }] = results;
  const rows = results.map(({ contestant, cpuFrom, cpuTo, growth }) => [
    contestant,
    digits(cpuFrom.median),
    digits(cpuTo.median),
    withSpread(growth),
  ]);
  const head = ['contestant', `µs/call in ${from}`, `in ${to}`, 'growth'];
  return `${framework}: a call of ${to} against one of ${from}\n${textTable(head, rows)}\n`;
}
