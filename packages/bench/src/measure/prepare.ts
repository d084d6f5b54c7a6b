import { Load } from '../load/load.js';
import { requestBytes } from '../load/request-bytes.js';
import type { Workload } from '../workloads/workload.js';
import { exchangeOf } from '../wires/exchange-of.js';
import { type Cell, nameOf } from './cell.js';
import { checkAnswers, WrongAnswer } from './check-answers.js';
import type { ServerProcess } from './server-process.js';

/** A contestant that is ready to be measured. */
export interface Runner {
  readonly cell: Cell;
  readonly server: ServerProcess;
  readonly load: Load;
  /** So many that they take about as long as a turn should. */
  readonly requests: number;
}

/** In seconds. */
export interface Durations {
  /** How long a contestant works in one turn, about. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** Checks the answers, warms the server up and sees how fast it is. Rejects where one is wrong. */
export async function prepare(
  cell: Cell,
  server: ServerProcess,
  { seconds, warmUpSeconds }: Durations,
): Promise<Runner> {
  const { port } = server;
  const tally = async () => (await server.ask('usage')).tally;
  try {
    const expected = await checkAnswers(cell, { port, tally });
    const request = requestBytes(exchangeOf(cell.contestant.wire, cell.workload));
    const { connections } = cell.workload;
    const load = await Load.open({ port, connections, request, expected });
    const rate = await warmUp(load, cell.workload, warmUpSeconds);
    return { cell, server, load, requests: Math.max(connections, Math.ceil(rate * seconds)) };
  } catch (error) {
    if (error instanceof WrongAnswer) throw error;
    throw new Error(`${nameOf(cell)} failed before it was measured`, { cause: error });
  }
}

/** So many calls are enough for V8 to have optimised what they run. */
const WARM_CALLS = 10_000;

/**
 * Warms up for the time that is given, and longer where that was too short for many calls.
 *
 * @returns requests per second, as fast as it was in the end
 */
async function warmUp(
  load: Load,
  { calls, connections }: Workload,
  seconds: number,
): Promise<number> {
  const startedAt = performance.now();
  let rate = 0;
  let requests = connections;
  let done = 0;
  let elapsed = 0;
  do {
    const result = await load.run(requests);
    done += requests * calls;
    rate = result.requests / result.seconds;
    requests = Math.max(connections, Math.ceil((rate * seconds) / 5));
    elapsed = (performance.now() - startedAt) / 1000;
  } while (elapsed < seconds || (done < WARM_CALLS && elapsed < 10 * seconds));
  return rate;
}
