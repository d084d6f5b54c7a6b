import type { CellProfile } from '../profile/profile-cell.js';
import { type SelfTime, selfTimes, sumShares } from '../profile/self-times.js';
import { digits, percent } from './format.js';
import { textTable } from './text-table.js';

const FUNCTIONS = 30;

/** Where the time of a request goes: by package, by file of jsonrpc-kit, by function. */
export function reportProfile({ profile, cpu }: CellProfile): string {
  const times = selfTimes(profile);
  const own = times.filter(({ group }) => group.startsWith('jsonrpc-kit '));
  const row = (name: string, share: number): readonly string[] => [
    name,
    percent(share),
    digits(share * cpu),
  ];
  const rows = (shares: ReturnType<typeof sumShares>) =>
    shares.map(([name, share]) => row(name, share));
  const head = (first: string) => [first, 'share', 'µs/request'];
  return [
    `${digits(cpu)} µs of CPU time per request, without the profiler`,
    textTable(head('by package'), rows(sumShares(times, ({ group }) => group))),
    textTable(
      head('by file of jsonrpc-kit'),
      rows(sumShares(own, ({ group, file }) => `${group.replace('jsonrpc-kit ', '')}/${file}`)),
    ),
    textTable(
      head('by function'),
      times.slice(0, FUNCTIONS).map((time) => row(labelOf(time), time.share)),
    ),
  ].join('\n\n');
}

function labelOf({ name, group, file, line }: SelfTime): string {
  return file === '' ? `${name}  ${group}` : `${name}  ${group} ${file}:${line}`;
}
