import type { ComparisonResult, ContestantResult } from '../measure/comparison.js';
import type { Results } from '../measure/run-bench.js';
import type { ScalingResult } from '../measure/scaling.js';
import type { Figure } from '../measure/statistics.js';
import { digits, megabytes } from './format.js';
import { markdownTable } from './markdown-table.js';

/** The figures of a run as Markdown, for the README. */
export function figuresPage(results: Results): string {
  const frameworks = [...new Set(results.comparisons.map(({ framework }) => framework))];
  return [
    conditions(results),
    ...frameworks.map((framework) =>
      section(
        framework,
        results.comparisons.filter((one) => one.framework === framework),
      ),
    ),
    ...(results.scalings.length === 0 ? [] : [scalingSection(results.scalings)]),
  ].join('\n\n');
}

function conditions({ machine, options }: Results): string {
  const versions = Object.entries(machine.versions).map(([name, version]) => `${name} ${version}`);
  return (
    `Measured on ${machine.date.slice(0, 10)} with Node ${machine.node.slice(1)} on ` +
    `${machine.platform}, ${machine.cpu}, ${machine.cores} cores: ${options.rounds} rounds of ` +
    `${options.seconds} s each, shared by ${options.processes} processes of each. ${versions.join(', ')}.`
  );
}

function section(framework: string, comparisons: readonly ComparisonResult[]): string {
  const names = [
    ...new Set(comparisons.flatMap(({ contestants }) => contestants.map(({ name }) => name))),
  ];
  return [
    `### ${framework}`,
    'CPU time of the server in µs per request, and the base’s share of it:',
    matrix(comparisons, names, ({ cpu, cpuRatio }) => withRatio(cpu, cpuRatio)),
    'Requests per second, and their share of the base’s:',
    matrix(comparisons, names, ({ requestsPerSecond, speedRatio }) =>
      withRatio(requestsPerSecond, speedRatio),
    ),
    'Latency (p50 / p99, in ms) with the server busy, and heap after it (MB):',
    matrix(
      comparisons,
      names,
      ({ p50, p99, memory }) =>
        `${digits(p50.median)} / ${digits(p99.median)}, ${megabytes(memory.heapUsed)}`,
    ),
  ].join('\n\n');
}

function matrix(
  comparisons: readonly ComparisonResult[],
  names: readonly string[],
  cell: (one: ContestantResult) => string,
): string {
  const rows = comparisons.map(({ title, contestants }) => [
    title,
    ...names.map((name) => {
      const one = contestants.find((contestant) => contestant.name === name);
      return one === undefined ? '' : cell(one);
    }),
  ]);
  return markdownTable(['', ...names], rows);
}

function withRatio({ median }: Figure, ratio: Figure | undefined): string {
  const value = digits(median);
  return ratio === undefined ? value : `${value} (${ratio.median.toFixed(2)})`;
}

function scalingSection(scalings: readonly ScalingResult[]): string {
  const rows = scalings.map(({ framework, contestant, from, to, cpuFrom, cpuTo, growth }) => [
    `${framework}/${contestant}`,
    `${to} against ${from}`,
    digits(cpuFrom.median),
    digits(cpuTo.median),
    growth.median.toFixed(2),
  ]);
  const head = ['', 'workloads', 'µs/call in the smaller', 'in the larger', 'growth'];
  return `### What a call costs in more of them\n\n${markdownTable(head, rows)}`;
}
