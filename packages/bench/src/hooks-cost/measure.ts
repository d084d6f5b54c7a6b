import { MeasuredProcess } from './measured-process.js';

/** Messages of one kind, and how many of them make a turn. */
export interface Load {
  readonly name: string;
  readonly body: string;
  readonly requests: number;
}

/** What a variant cost under one load. */
export interface Cost {
  readonly variant: string;
  readonly load: string;
  /** CPU time of an HTTP request, the median of the rounds. */
  readonly microseconds: number;
  /** Against the first variant in the same round, the median of the rounds. */
  readonly ratio: number;
}

/** Measures the variants in turns, so that what else the machine does hits all of them. */
export async function measure(
  variants: readonly string[],
  loads: readonly Load[],
  rounds: number,
): Promise<readonly Cost[]> {
  const processes = variants.map((name) => new MeasuredProcess(name));
  await Promise.all(processes.map((process) => process.listening()));
  // By load, then by variant, then by round.
  const costs = loads.map(() => variants.map((): number[] => []));
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, process] of processes.entries()) {
      for (const [at, { body, requests }] of loads.entries()) {
        const cost = await process.cost(body, requests);
        if (round > 0) costs[at]?.[index]?.push(cost);
      }
    }
  }
  for (const process of processes) process.end();
  return loads.flatMap(({ name }, at) => summed(variants, name, costs[at] ?? []));
}

function summed(
  variants: readonly string[],
  load: string,
  costs: readonly (readonly number[])[],
): readonly Cost[] {
  return variants.map((variant, index) => {
    const own = costs[index] ?? [];
    const ratios = own.map((cost, round) => cost / (costs[0]?.[round] ?? Number.NaN));
    return { variant, load, microseconds: median(own), ratio: median(ratios) };
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A table of Markdown. */
export function tableOf(costs: readonly Cost[]): string {
  const loads = [...new Set(costs.map(({ load }) => load))];
  const variants = [...new Set(costs.map(({ variant }) => variant))];
  const cells = (variant: string): string[] =>
    costs
      .filter((cost) => cost.variant === variant)
      .map(({ microseconds, ratio }) => `${microseconds.toFixed(0)} µs (${ratio.toFixed(2)})`);
  return [
    ['', ...loads],
    ['---', ...loads.map(() => '---')],
    ...variants.map((variant) => [variant, ...cells(variant)]),
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}
