import type { Comparison, TargetResult } from './compare.js';
import type { Figure } from './statistics.js';

/** A Markdown table with its figures aligned to the right. */
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

/** Three significant digits: `8.31`, `83.1`, `8,312`. */
export function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
}

export function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

/** The median and the quartiles: `0.91 [0.90-0.92]`. */
export function withSpread({ median, low, high }: Figure): string {
  return `${median.toFixed(2)} [${low.toFixed(2)}-${high.toFixed(2)}]`;
}

/** One line of the progress. */
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

/** One framework's comparisons as a table for `docs/benchmarks.md`: workloads by targets. */
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

const LEAST_SHARE: Readonly<Record<string, number>> = { single: 0.9, 'batch-100': 0.85 };
const MOST_TOOL_COST = 1.5;
/** How often the official SDK's server costs at least what a tool call of jsonrpc-kit costs. */
const LEAST_TOOL_SHARE = 5;

/** Whether the goals are met that the results have figures for. */
export function comparisonGoals(
  { framework, workload }: Comparison,
  results: readonly TargetResult[],
): readonly string[] {
  const least = LEAST_SHARE[workload.name];
  return results
    .filter(({ target }) => target.role === 'kit')
    .flatMap((result) => {
      const { target, share, peerShare } = result;
      const name = `${framework}/${target.name}, ${workload.name}`;
      if (target.protocol === 'mcp') return toolGoals(name, result);
      return [
        share !== undefined && least !== undefined && target.name === 'kit'
          ? goal(share.median >= least, `${name}: at least ${least} of the baseline`, share)
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
          toolCost.median <= MOST_TOOL_COST,
          `${name}: at most ${MOST_TOOL_COST} times a plain call`,
          toolCost,
        ),
    peerShare === undefined
      ? []
      : goal(
          peerShare.median >= LEAST_TOOL_SHARE,
          `${name}: ${LEAST_TOOL_SHARE} times as fast as ${peerShare.peer}`,
          peerShare,
        ),
  ].flat();
}

function goal(isMet: boolean, name: string, value: Figure): string {
  return `${isMet ? 'met   ' : 'MISSED'} ${name}: ${withSpread(value)}`;
}
