import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createBank } from '@jsonrpc-kit/example-bank';
import { type AccountOf, type Acknowledged, listAccounts } from './bank-customers.js';
import { Client } from './client.js';
import { seededRandom } from './seeded-random.js';
import { ServerProcess } from './server-process.js';
import type { Vitals } from './soak-server.js';
import { newTally, runClient, type Tally } from './workload.js';

export interface SoakOptions {
  /** How long the load lasts, without the start and the shutdown. */
  readonly seconds: number;
  readonly clients: number;
  readonly seed: number;
  /** Told of each sample as it is taken. */
  readonly onSample?: ((sample: Sample) => void) | undefined;
}

export interface Sample extends Vitals {
  readonly second: number;
  readonly requests: number;
}

export interface SoakResult {
  readonly tally: Tally;
  readonly samples: readonly Sample[];
  /** After the load, when all was closed, or as it was when that took too long. */
  readonly atRest: Vitals;
  readonly sumBefore: number;
  readonly sumAfter: number;
  readonly exitCode: number | NodeJS.Signals;
  /** Acknowledged transfers that the database does not know after the SIGTERM. */
  readonly lost: readonly Acknowledged[];
  readonly sumAfterTermination: number;
}

/** Load, rest, and load again with a SIGTERM in the middle of it. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-soak-'));
  try {
    const server = await ServerProcess.start(folder);
    const client = new Client(server.port);
    const accounts = await listAccounts(client);
    const tally = newTally();

    const samples = await underLoad(server, client, accounts, tally, options);
    const atRest = await untilAllIsClosed(server);
    const sumAfter = sumOf(await listAccounts(client));
    const exitCode = await terminatedUnderLoad(server, client, accounts, tally, options);
    client.close();

    const kept = await readBack(folder, tally.acknowledged);
    return {
      tally,
      samples,
      atRest,
      sumBefore: sumOf(accounts),
      sumAfter,
      exitCode,
      ...kept,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function underLoad(
  server: ServerProcess,
  client: Client,
  accounts: readonly AccountOf[],
  tally: Tally,
  options: SoakOptions,
): Promise<Sample[]> {
  const startedAt = performance.now();
  const elapsed = (): number => (performance.now() - startedAt) / 1000;
  const clients = startClients(
    client,
    accounts,
    tally,
    options,
    () => elapsed() >= options.seconds,
  );
  const samples: Sample[] = [];
  const every = options.seconds / 24;
  while (elapsed() + every < options.seconds) {
    await pause(every * 1000);
    const requests = [...tally.requests.values()].reduce((sum, count) => sum + count, 0);
    const sample = { second: Math.round(elapsed()), requests, ...(await server.vitals()) };
    samples.push(sample);
    options.onSample?.(sample);
  }
  await clients;
  return samples;
}

function startClients(
  client: Client,
  accounts: readonly AccountOf[],
  tally: Tally,
  { clients, seed }: SoakOptions,
  isOver: () => boolean,
): Promise<unknown> {
  const running = Array.from({ length: clients }, (_, index) =>
    runClient({ client, accounts, tally, random: seededRandom(seed + index) }, isOver),
  );
  return Promise.all(running);
}

async function untilAllIsClosed(server: ServerProcess): Promise<Vitals> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const vitals = await server.vitals();
    const isClosed = vitals.opened === vitals.closed && vitals.tasksAdded === vitals.tasksRun;
    if (isClosed || performance.now() > deadline) return vitals;
    await pause(50);
  }
}

async function terminatedUnderLoad(
  server: ServerProcess,
  client: Client,
  accounts: readonly AccountOf[],
  tally: Tally,
  options: SoakOptions,
): Promise<number | NodeJS.Signals> {
  let isOver = false;
  const clients = startClients(client, accounts, tally, options, () => isOver);
  await pause(Math.min(2_000, options.seconds * 250));
  const exitCode = await server.terminate();
  isOver = true;
  await clients;
  return exitCode;
}

/** Opens the database as the server left it. */
async function readBack(
  folder: string,
  acknowledged: readonly Acknowledged[],
): Promise<Pick<SoakResult, 'lost' | 'sumAfterTermination'>> {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ database: { folder }, logger: silent });
  const movements = await bank.database.query('select id from movement');
  const known = new Set(movements.map((row) => Number(row['id'])));
  const balances = await bank.database.query('select balance from account');
  await bank.close();
  return {
    lost: acknowledged.filter(({ movementId }) => !known.has(movementId)),
    sumAfterTermination: balances.reduce((sum, row) => sum + Number(row['balance']), 0),
  };
}

function sumOf(accounts: readonly AccountOf[]): number {
  return accounts.reduce((sum, { balance }) => sum + balance, 0);
}
