import type { Comparison, TargetResult } from './compare.js';
import type { Figure } from './statistics.js';

/** Returns a Markdown table: its head is the first row, its columns after the first align right. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) =>
    Math.max(3, ...rows.map((cells) => (cells[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? '';
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) => `${'-'.repeat(width - 1)}${column === 0 ? '-' : ':'}`);
  return [line(head), line(rule), ...rows.slice(1).map(line)].join('\n');
}

/** Formats a number with at least three significant digits: `8.31`, `83.1`, `8,312`. */
export function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

/** Formats a number of bytes as MiB without the unit: `1.5`. */
export function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

/** Formats the median and the quartiles: `0.91 [0.90-0.92]`. */
export function withSpread({ median, low, high }: Figure): string {
  return `${median.toFixed(2)} [${low.toFixed(2)}-${high.toFixed(2)}]`;
}

/** Returns the line that is printed once a target has run a workload. */
export function progressLine(
  { framework, workload }: Comparison,
  { target, cpu, share, toolCost, requestsPerSecond, p99, change }: TargetResult,
): string {
  return [
    `${framework}/${target.name}, ${workload.name}: ${digits(cpu.median)} µs/request`,
    ...(share === undefined ? [] : [`${withSpread(share)} of bare`]),
    ...(toolCost === undefined ? [] : [`${withSpread(toolCost)} of a plain call`]),
    `${digits(requestsPerSecond.median)} requests/s`,
    `p99 ${digits(p99.median)} ms`,
    ...(change === undefined ? [] : [`CPU ${withSpread(change)} of before`]),
  ].join(', ');
}

/**
 * Returns the comparisons of one framework as a table for `docs/benchmarks.md`. Its rows are
 * workloads, its columns targets.
 */
export function summaryTable(
  comparisons: readonly (readonly [Comparison, readonly TargetResult[]])[],
): string {
  const names = [
    ...new Set(comparisons.flatMap(([{ targets }]) => targets.map(({ name }) => name))),
  ];
  return markdownTable([
    ['CPU µs/request (share)', ...names],
    ...comparisons.map(([{ workload }, results]) => [
      workload.title,
      ...names.map((name) => {
        const found = results.find(({ target }) => target.name === name);
        if (found === undefined) return '';
        const share = found.share === undefined ? '' : ` (${found.share.median.toFixed(2)})`;
        return `${digits(found.cpu.median)}${share}`;
      }),
    ]),
  ]);
}

/** The minimum `share` for each workload that has a goal. */
const MIN_SHARE: Readonly<Record<string, number>> = { single: 0.9, 'batch-100': 0.85 };
const MAX_TOOL_COST = 1.5;
/** The minimum speed of a tool call relative to the official SDK. */
const MIN_TOOL_SHARE = 5;

/** Returns a line for each goal that the results have figures for: `met` or `MISSED`. */
export function comparisonGoals(
  { framework, workload }: Comparison,
  results: readonly TargetResult[],
): readonly string[] {
  const minShare = MIN_SHARE[workload.name];
  return results
    .filter(({ target }) => target.role === 'kit')
    .flatMap((result) => {
      const { target, share, peerShare } = result;
      const name = `${framework}/${target.name}, ${workload.name}`;
      if (target.protocol === 'mcp') return toolGoals(name, result);
      return [
        share !== undefined && minShare !== undefined && target.name === 'kit'
          ? goal(share.median >= minShare, `${name}: at least ${minShare} of the baseline`, share)
          : [],
        peerShare === undefined
          ? []
          : goal(peerShare.median > 1, `${name}: faster than ${peerShare.peer}`, peerShare),
      ].flat();
    });
}

function toolGoals(name: string, { toolCost, peerShare }: TargetResult): readonly string[] {
  return [
    toolCost === undefined
      ? []
      : goal(
          toolCost.median <= MAX_TOOL_COST,
          `${name}: at most ${MAX_TOOL_COST} times a plain call`,
          toolCost,
        ),
    peerShare === undefined
      ? []
      : goal(
          peerShare.median >= MIN_TOOL_SHARE,
          `${name}: ${MIN_TOOL_SHARE} times as fast as ${peerShare.peer}`,
          peerShare,
        ),
  ].flat();
}

function goal(isMet: boolean, name: string, value: Figure): string {
  return `${isMet ? 'met   ' : 'MISSED'} ${name}: ${withSpread(value)}`;
}
