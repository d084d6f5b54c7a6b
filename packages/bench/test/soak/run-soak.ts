import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createBank } from '@jsonrpc-kit/example-bank';
import { Child } from '../../src/processes/child.js';
import { listAccounts, runClient } from './actions.js';
import type { Account, Observations } from './observations.js';
import type { Vitals } from '../../src/soak/server.js';

export interface SoakOptions {
  /** The duration of the load in seconds, without start and shutdown. */
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
  readonly onSample?: ((sample: Sample) => void) | undefined;
}

export interface Sample extends Vitals {
  readonly second: number;
  readonly requests: number;
}

export interface SoakResult {
  readonly seen: Observations;
  readonly samples: readonly Sample[];
  /** The handles of the server before the first request. */
  readonly idleHandles: Vitals['handles'];
  /** The vitals between the two loads, once everything is closed or 15 s have passed. */
  readonly atRest: Vitals;
  /** Connections and event streams that the server has ended before the shutdown. */
  readonly interrupted: readonly string[];
  /** The sum of all balances before and after the load, and after the shutdown. */
  readonly sums: readonly number[];
  readonly exit: number | NodeJS.Signals;
  /** Acknowledged movements that are missing in the database after the shutdown. */
  readonly lost: readonly number[];
}

/** Loads a server, waits until it is at rest, and loads it again until a SIGTERM ends it. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-soak-'));
  const server = await Child.start('soak/server.js', { env: { BANK_DATA: folder } });
  const origin = `http://127.0.0.1:${server.ready.port}`;
  const seen: Observations = {
    requests: new Map(),
    acknowledged: [],
    latencies: [],
    wrong: [],
    limited: 0,
    events: 0,
    interrupted: [],
  };
  try {
    const idleHandles = await mostHandles(server, 2_000);
    const accounts = await listAccounts(origin);
    const startClients = (isOver: () => boolean): Promise<unknown> =>
      Promise.all(
        Array.from({ length: options.clients }, (_, index) => {
          const random = seededRandom(options.seed + index);
          return runClient({ origin, accounts, random, seen }, isOver);
        }),
      );

    const samples: Sample[] = [];
    const startedAt = performance.now();
    const elapsed = (): number => (performance.now() - startedAt) / 1000;
    const load = startClients(() => elapsed() >= options.seconds);
    const interval = options.seconds / 24;
    while (elapsed() + interval < options.seconds) {
      await wait(interval * 1000);
      const requests = [...seen.requests.values()].reduce((sum, value) => sum + value, 0);
      const vitals = await server.ask<Vitals>();
      samples.push({ second: Math.round(elapsed()), requests, ...vitals });
      options.onSample?.(samples.at(-1) as Sample);
    }
    await load;
    const atRest = await waitForRest(server, idleHandles);
    const interrupted = [...seen.interrupted];
    const sumAfter = sumOf(await listAccounts(origin));

    let isOver = false;
    const lastLoad = startClients(() => isOver);
    await wait(Math.min(2_000, options.seconds * 250));
    const exit = await server.stop('SIGTERM');
    isOver = true;
    await lastLoad;

    const { movements, sum } = await readDatabase(folder);
    return {
      seen,
      samples,
      idleHandles,
      atRest,
      interrupted,
      sums: [sumOf(accounts), sumAfter, sum],
      exit,
      lost: seen.acknowledged.filter((id) => !movements.has(id)),
    };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the largest number of handles of each kind within a time. The bank looks for jobs all the time, and
 * has a timer more between two looks.
 */
async function mostHandles(server: Child, milliseconds: number): Promise<Vitals['handles']> {
  const most: Record<string, number> = {};
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const { handles } = await server.ask<Vitals>();
    for (const [kind, count] of Object.entries(handles)) {
      most[kind] = Math.max(most[kind] ?? 0, count);
    }
    await wait(20);
  }
  return most;
}

/** Also waits for the idle connections of `fetch`, which it closes after some seconds. */
async function waitForRest(server: Child, idleHandles: Vitals['handles']): Promise<Vitals> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const vitals = await server.ask<Vitals>();
    const { opened, closed, tasksAdded, tasksRun, handles } = vitals;
    const isAtRest =
      isDeepStrictEqual(opened, closed) &&
      tasksAdded === tasksRun &&
      additionalHandles(handles, idleHandles).length === 0;
    if (isAtRest || performance.now() > deadline) return vitals;
    await wait(50);
  }
}

/** Returns the kinds of which there are more handles than when the server was idle. */
export function additionalHandles(
  handles: Vitals['handles'],
  idleHandles: Vitals['handles'],
): readonly string[] {
  return Object.keys(handles).filter((kind) => (handles[kind] ?? 0) > (idleHandles[kind] ?? 0));
}

/** Reads the database after the shutdown of the server. */
async function readDatabase(folder: string) {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ database: { folder }, logger: silent });
  const movements = await bank.database.query('select id from movement');
  const balances = await bank.database.query('select balance from account');
  await bank.close();
  return {
    movements: new Set(movements.map((row) => Number(row['id']))),
    sum: balances.reduce((sum, row) => sum + Number(row['balance']), 0),
  };
}

function sumOf(accounts: readonly Account[]): number {
  return accounts.reduce((sum, { balance }) => sum + balance, 0);
}

/** Numbers from 0 to 1 that repeat for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
