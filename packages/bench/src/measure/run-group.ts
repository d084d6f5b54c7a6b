import type { Memory } from '../server/messages.js';
import type { Cell, Group } from './cell.js';
import { orderOfRound } from './order-of-round.js';
import { type Durations, prepare, type Runner } from './prepare.js';
import { ServerProcess } from './server-process.js';
import { type Sample, takeTurn } from './take-turn.js';

export interface RunOptions extends Durations {
  readonly rounds: number;
}

export interface Measured {
  readonly cell: Cell;
  /** One of each round. */
  readonly samples: readonly Sample[];
  readonly memory: Memory;
}

/** Measures the cells in turns, each in a process of its own. Rejects where an answer is wrong. */
export async function runGroup(group: Group, options: RunOptions): Promise<readonly Measured[]> {
  const servers = await startAll(group);
  try {
    const turns: { runner: Runner; samples: Sample[] }[] = [];
    for (const [index, cell] of group.entries()) {
      // There is a server for each.
      const server = servers[index] as ServerProcess;
      turns.push({ runner: await prepare(cell, server, options), samples: [] });
    }
    for (let round = 0; round < options.rounds; round += 1) {
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
