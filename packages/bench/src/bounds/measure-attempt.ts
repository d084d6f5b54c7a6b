import { setTimeout as wait } from 'node:timers/promises';
import { BoundProcess } from './bound-process.js';
import type { Attempt, Bound } from './bounds.js';
import { Pings } from './pings.js';

const ATTEMPT_SECONDS = 30;

export interface Measurement {
  /** The status, the JSON-RPC error codes and what the bound reports, or how the server ended. */
  readonly response: string;
  readonly milliseconds: number;
  /** By how much the resident memory of the server grew at its peak. */
  readonly memoryBytes: number;
  /** The slowest ping of a second client; Infinity where a ping had no response. */
  readonly pingMilliseconds: number;
}

/** Makes an attempt against a server process of its own, for 30 s at most. */
export async function measureAttempt(
  adapter: string,
  bound: Bound,
  { run }: Attempt,
): Promise<Measurement> {
  const server = await BoundProcess.start(adapter, bound.name);
  const limit = new AbortController();
  try {
    const pings = await Pings.start(server.port);
    const late = wait(ATTEMPT_SECONDS * 1_000, undefined, { signal: limit.signal });
    const start = performance.now();
    const response = await Promise.race([run(server), late]);
    const milliseconds = performance.now() - start;
    const reported = await Promise.race([report(server, bound.reports), late]);
    const memoryBytes = server.memoryGrowth();
    const pingMilliseconds = await pings.stop();
    return {
      response: [response ?? `no response after ${ATTEMPT_SECONDS} s`, reported ?? []]
        .flat()
        .join('; '),
      milliseconds,
      memoryBytes,
      pingMilliseconds,
    };
  } finally {
    limit.abort();
    await server.stop();
  }
}

async function report(server: BoundProcess, reports: string | undefined): Promise<string[]> {
  // A process that ends closes its connections first.
  await wait(50);
  if (server.exit !== undefined) return [`server ended with ${server.exit}`];
  if (reports === undefined) return [];
  if (reports !== 'log') return [`at most ${(await server.gauge()).peak} ${reports}`];
  // The notifications run after their response.
  for (let before = -1; before < server.logBytes; await wait(500)) before = server.logBytes;
  return [`${(server.logBytes / 1024).toFixed(1)} KB of log`];
}
