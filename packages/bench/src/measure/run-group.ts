import type { Memory } from '../server/messages.js';
import type { Cell, Group } from './cell.js';
import { orderOfRound } from './order-of-round.js';
import { type Durations, prepare, type Runner } from './prepare.js';
import { ServerProcess } from './server-process.js';
import { type Sample, takeTurn } from './take-turn.js';

export interface RunOptions extends Durations {
  readonly rounds: number;
  /** How many processes of each contestant share the rounds, one after the other. */
  readonly processes: number;
}

export interface Measured {
  readonly cell: Cell;
  /** One of each round. */
  readonly samples: readonly Sample[];
  readonly memory: Memory;
}

/**
 * Measures the cells in turns, each in processes of its own. Rejects where an answer is wrong.
 *
 * Which functions V8 puts into which is a matter of luck when a process warms up, and makes a tenth
 * for as long as it lives; so the rounds are shared by several.
 */
export async function runGroup(group: Group, options: RunOptions): Promise<readonly Measured[]> {
  let measured: readonly Measured[] = [];
  for (const rounds of sharesOf(options)) {
    const inProcesses = await runInProcesses(group, rounds, options);
    measured = inProcesses.map((one, index) => ({
      ...one,
      samples: [...(measured[index]?.samples ?? []), ...one.samples],
    }));
  }
  return measured;
}

/** The numbers of the rounds that each process takes part in. */
function sharesOf({ rounds, processes }: RunOptions): readonly (readonly number[])[] {
  const share = Math.ceil(rounds / processes);
  const all = Array.from({ length: rounds }, (_, round) => round);
  return Array.from({ length: Math.ceil(rounds / share) }, (_, index) =>
    all.slice(index * share, (index + 1) * share),
  );
}

async function runInProcesses(
  group: Group,
  rounds: readonly number[],
  options: Durations,
): Promise<readonly Measured[]> {
  const servers = await startAll(group);
  try {
    const turns: { runner: Runner; samples: Sample[] }[] = [];
    for (const [index, cell] of group.entries()) {
      // There is a server for each.
      const server = servers[index] as ServerProcess;
      turns.push({ runner: await prepare(cell, server, options), samples: [] });
    }
    for (const round of rounds) {
      for (const { runner, samples } of orderOfRound(turns, round)) {
        samples.push(await takeTurn(runner));
      }
    }
    const measured: Measured[] = [];
    for (const { runner, samples } of turns) {
      runner.load.close();
      measured.push({ cell: runner.cell, samples, memory: await runner.server.ask('memory') });
    }
    return measured;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function startAll(group: Group): Promise<readonly ServerProcess[]> {
  const started = await Promise.allSettled(group.map((cell) => ServerProcess.start(cell)));
  const servers = started.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  const failed = started.find((one) => one.status === 'rejected');
  if (failed === undefined) return servers;
  await Promise.all(servers.map((server) => server.stop()));
  throw failed.reason;
}
