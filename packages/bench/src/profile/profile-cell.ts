import type { Profiler } from 'node:inspector/promises';
import type { Cell } from '../measure/cell.js';
import { type Durations, prepare } from '../measure/prepare.js';
import { ServerProcess } from '../measure/server-process.js';
import { takeTurn } from '../measure/take-turn.js';

export interface CellProfile {
  readonly profile: Profiler.Profile;
  /** Microseconds of the server's process for one request, while it was not profiled. */
  readonly cpu: number;
}

/** Profiles the server of a contestant under load, when it is warm. Rejects where an answer is wrong. */
export async function profileCell(cell: Cell, options: Durations): Promise<CellProfile> {
  const server = await ServerProcess.start(cell);
  try {
    const runner = await prepare(cell, server, options);
    const { cpu } = await takeTurn(runner);
    await server.ask('start-profile');
    await takeTurn(runner);
    const profile = await server.ask('stop-profile');
    runner.load.close();
    return { profile, cpu };
  } finally {
    await server.stop();
  }
}
