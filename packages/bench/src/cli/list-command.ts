import { contestants } from '../contestants/contestants.js';
import { coreCases } from '../core/core-cases.js';
import { textTable } from '../report/text-table.js';
import { workloads } from '../workloads/workloads.js';

/** Every name that an option takes. */
export function listCommand(): void {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['contestant', contestants.map(({ framework, name }) => `${framework}/${name}`)],
    ['workload', workloads.map(({ name }) => name)],
    ['case of the core', coreCases.map(({ name }) => name)],
  ];
  for (const [title, names] of lists) {
    console.log(
      `${textTable(
        [title],
        names.map((name) => [name]),
      )}\n`,
    );
  }
}
