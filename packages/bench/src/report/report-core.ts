import type { CoreResult, CoreResults } from '../core/run-core.js';
import { digits } from './format.js';
import { textTable } from './text-table.js';

/** Timings of the core for the terminal, beside those of an earlier run where there are some. */
export function reportCore(
  results: CoreResults,
  earlier?: { readonly name: string; readonly results: CoreResults },
): string {
  const head = ['ns per run', 'median', 'half of them', 'ns/call'];
  const rows = results.cases.map((one) => [
    one.name,
    digits(one.nanoseconds.median),
    range(one),
    digits(one.nanosecondsPerCall),
    ...changeOf(one, earlier?.results),
  ]);
  if (results.options.before !== undefined) head.push('before', 'change', '');
  if (earlier !== undefined) head.push(earlier.name, 'change', '');
  return textTable(head, rows);
}

function range({ nanoseconds: { low, high } }: CoreResult): string {
  return `${digits(low)}-${digits(high)}`;
}

function changeOf(one: CoreResult, earlier: CoreResults | undefined): readonly string[] {
  const cells: string[] = [];
  if (one.before !== undefined && one.change !== undefined) {
    const { low, high, median } = one.change;
    // The same rounds, so what is beside 1 in most of them is a change.
    const verdict = high < 1 ? 'faster' : low > 1 ? 'slower' : '';
    cells.push(digits(one.before.median), signed(median), verdict);
  }
  if (earlier !== undefined) {
    const then = earlier.cases.find(({ name }) => name === one.name)?.nanoseconds;
    if (then === undefined) cells.push('', 'new', '');
    else {
      const { nanoseconds: now } = one;
      const verdict = now.high < then.low ? 'faster' : now.low > then.high ? 'slower' : '';
      cells.push(digits(then.median), signed(now.median / then.median), verdict);
    }
  }
  return cells;
}

/** `+3.2 %` */
function signed(share: number): string {
  const change = (share - 1) * 100;
  return `${change < 0 ? '' : '+'}${change.toFixed(1)} %`;
}
