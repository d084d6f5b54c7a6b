import { setTimeout as wait } from 'node:timers/promises';
import { Child } from '../processes/child.js';
import type { Attempt, Bound } from './bounds.js';

const ATTEMPT_SECONDS = 30;

export interface Measurement {
  /** Describes the response, the count or log of the bound, and an unexpected end of the server. */
  readonly response: string;
  readonly milliseconds: number;
  /** The growth of the server's resident memory to its peak. */
  readonly memoryBytes: number;
  /** The slowest ping of a second client. Infinity if a ping got no response. */
  readonly pingMilliseconds: number;
}

/** Runs an attempt against a new server process, for at most 30 s. */
export async function measureAttempt(
  adapter: string,
  bound: Bound,
  { run }: Attempt,
): Promise<Measurement> {
  const server = await Child.start('bounds/server.js', { args: [adapter, bound.name] });
  const pings = await Child.start('bounds/pings.js', { args: [String(server.ready.port)] });
  const limit = new AbortController();
  try {
    server.resetPeakMemory();
    const memoryBefore = server.peakMemory();
    const late = wait(ATTEMPT_SECONDS * 1_000, undefined, { signal: limit.signal });
    const startedAt = performance.now();
    const response = await Promise.race([run(server), late]);
    const milliseconds = performance.now() - startedAt;
    const reported = await Promise.race([report(server, bound.reports), late]);
    const memoryBytes = server.peakMemory() - memoryBefore;
    const pingMilliseconds = Number(await pings.ask<string>());
    const parts = [response ?? `no response after ${ATTEMPT_SECONDS} s`, ...(reported ?? [])];
    return { response: parts.join('; '), milliseconds, memoryBytes, pingMilliseconds };
  } finally {
    limit.abort();
    await pings.stop();
    await server.stop();
  }
}

async function report(server: Child, reports: string | undefined): Promise<readonly string[]> {
  // A process closes its connections before it exits.
  await wait(50);
  if (server.exit !== undefined) return [`the server ended with ${server.exit}`];
  if (reports === undefined) return [];
  if (reports !== 'log') {
    return [`at most ${(await server.ask<{ readonly peak: number }>()).peak} ${reports}`];
  }
  // The notifications run after their response.
  for (let length = -1; length < server.log.text.length; await wait(500))
    length = server.log.text.length;
  return [`${(Buffer.byteLength(server.log.text) / 1024).toFixed(1)} KB of log`];
}
