import { encodeRequest } from '../http/connection.js';
import { Load } from '../http/load.js';
import { checkoutOptions, Child } from '../processes/child.js';
import { exchangeOf } from '../service/protocols.js';
import { type Cell, checkEffects, checkResponses } from './check-responses.js';
import type { Usage } from './server.js';
import { orderOfRound, quantile } from './statistics.js';

export interface RunOptions {
  /** The number of turns of each cell. */
  readonly rounds: number;
  /** The number of server processes of each cell, which share the rounds one after the other. */
  readonly processes: number;
  /** The approximate duration of a turn. */
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** One turn of one cell. */
export interface Sample {
  /** The CPU time of the server process for one request, in microseconds. */
  readonly cpu: number;
  readonly requestsPerSecond: number;
  /** The 99th percentile of the latencies in milliseconds: mostly the wait for the busy server. */
  readonly p99: number;
}

interface Runner {
  readonly cell: Cell;
  readonly server: Child;
  readonly load: Load;
  /** The number of requests in a turn. */
  readonly requests: number;
  readonly samples: Sample[];
}

/**
 * Measures cells in turns, each cell in its own server processes. Rejects if a response is wrong, or
 * a handler, middleware or dependency didn't run.
 *
 * Several processes share the rounds, because V8 optimises each process differently: by several
 * percent, and for as long as the process runs.
 *
 * @returns the samples of each cell, one per round
 */
export async function runTurns(
  cells: readonly Cell[],
  options: RunOptions,
): Promise<readonly (readonly Sample[])[]> {
  const samples = cells.map((): Sample[] => []);
  const roundsPerProcess = Math.ceil(options.rounds / options.processes);
  for (let first = 0; first < options.rounds; first += roundsPerProcess) {
    const end = Math.min(first + roundsPerProcess, options.rounds);
    const runners: Runner[] = [];
    try {
      for (const [index, cell] of cells.entries()) {
        runners.push(await prepare(cell, samples[index] ?? [], options));
      }
      for (let round = first; round < end; round += 1) {
        for (const runner of orderOfRound(runners, round)) {
          runner.samples.push(await takeTurn(runner));
        }
      }
    } finally {
      for (const { load, server } of runners) {
        load.close();
        await server.stop();
      }
    }
  }
  return samples;
}

async function prepare(cell: Cell, samples: Sample[], options: RunOptions): Promise<Runner> {
  const { target, workload } = cell;
  const server = await Child.start('compare/server.js', {
    args: [target.framework, target.name.replace('-before', ''), JSON.stringify(workload.setup)],
    ...checkoutOptions(target.checkout),
  });
  try {
    const { port } = server.ready;
    const counter = async () => (await server.ask<Usage>()).counter;
    const expected = await checkResponses(cell, { port, counter });
    const request = encodeRequest(exchangeOf(target.protocol, workload));
    const { connections } = workload;
    const load = await Load.open({ port, connections, request, expected });
    const rate = await warmUp(load, cell, options.warmUpSeconds);
    const requests = Math.max(connections, Math.ceil(rate * options.seconds));
    return { cell, server, load, requests, samples };
  } catch (error) {
    await server.stop();
    const name = `${target.framework}/${target.name}, ${workload.name}`;
    throw new Error(`${name}: ${String(error)}\n${server.log.text}`, { cause: error });
  }
}

/** Sends requests for some seconds. Returns the requests per second at the end. */
async function warmUp(load: Load, { workload }: Cell, seconds: number): Promise<number> {
  const { connections } = workload;
  const deadline = performance.now() + seconds * 1000;
  let rate = 0;
  do {
    const requests = Math.max(connections, Math.ceil((rate * seconds) / 5));
    rate = requests / (await load.run(requests)).seconds;
  } while (performance.now() < deadline);
  return rate;
}

async function takeTurn({ cell, server, load, requests }: Runner): Promise<Sample> {
  const before = await server.ask<Usage>();
  const { seconds, latencies } = await load.run(requests);
  const after = await server.ask<Usage>();
  checkEffects(cell.workload, { before: before.counter, after: after.counter, requests });
  return {
    cpu: (after.cpu - before.cpu) / requests,
    requestsPerSecond: requests / seconds,
    p99: quantile(latencies, 0.99),
  };
}
