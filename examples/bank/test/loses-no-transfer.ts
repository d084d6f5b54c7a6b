import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseOptions, openDatabase } from '@jsonrpc-kit/example-bank';
import { type Audit, audit, testDatabases } from '@jsonrpc-kit/example-bank/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from './start-server.js';

const clients = 8;
const enough = 300;
const seedMovements = 3;

/** What the clients were told. */
interface Tally {
  /** The ids of the transfers that were answered as done. */
  readonly acknowledged: number[];
  /** HTTP answers to calls that came too late. */
  refused: number;
  /** Connections that were not there any more. */
  unreachable: number;
}

/** A test of a server's end while it is at work. `main` is the file that node runs. */
export function losesNoTransfer(main: string): void {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bank-server-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test.each(testDatabases())(
    'a SIGTERM under load loses no acknowledged transfer, on $name',
    async ({ create, isServer }) => {
      const { options, remove } = await create();
      const database: DatabaseOptions = isServer ? options : { folder: join(folder, 'bank') };
      const server = await startServer(main, {
        PORT: '0',
        BANK_DATA: database.folder,
        DATABASE_URL: database.url,
      });
      const tally: Tally = { acknowledged: [], refused: 0, unreachable: 0 };
      const load = Array.from({ length: clients }, (_, client) =>
        sendUntilClosed(server.addresses[0] ?? '', client, tally, () => server.kill('SIGTERM')),
      );
      await Promise.all(load);
      expect(await server.ended).toBe(0);

      const { total, accounts, movements } = await auditOf(database);
      await remove();
      console.info(
        `${tally.acknowledged.length} acknowledged, ${movements.size} on record, ` +
          `${tally.refused} answered with 503, ${tally.unreachable} not connected`,
      );
      expect(tally.acknowledged.length).toBeGreaterThanOrEqual(enough);
      expect(tally.acknowledged.filter((id) => !movements.has(id))).toEqual([]);
      // Nor was an answer lost: whatever is on record was acknowledged, but the seed's deposits.
      expect(movements.size).toBe(tally.acknowledged.length + seedMovements);
      expect(accounts.filter(({ balance, recorded }) => balance !== recorded)).toEqual([]);
      expect(total).toBe(2_650_00);
    },
    120_000,
  );
}

/** Transfers a cent to and fro, single and in batches, until the server has gone. */
async function sendUntilClosed(
  address: string,
  client: number,
  tally: Tally,
  kill: () => void,
): Promise<void> {
  for (let round = 0; ; round += 1) {
    const calls = Array.from({ length: 1 + ((client + round) % 5) }, (_, id) =>
      transfer(id, round),
    );
    const body = JSON.stringify(calls.length === 1 ? calls[0] : calls);
    const headers = { 'content-type': 'application/json', 'user-auth-token': 'alice-token' };
    let answer: Response;
    try {
      answer = await fetch(address, { method: 'POST', headers, body });
    } catch {
      tally.unreachable += 1;
      return;
    }
    if (answer.status === 503) {
      tally.refused += 1;
      continue;
    }
    const before = tally.acknowledged.length;
    tally.acknowledged.push(...acknowledgedIn(await answer.json()));
    // In the middle of everybody's load, and once.
    if (before < enough && tally.acknowledged.length >= enough) kill();
  }
}

function transfer(id: number, round: number): object {
  const [from, to] = (id + round) % 2 === 0 ? ['1.1', '1.2'] : ['1.2', '1.1'];
  return { jsonrpc: '2.0', id, method: 'transfer', params: { from, to, amount: 1 } };
}

function acknowledgedIn(answer: unknown): number[] {
  return [answer]
    .flat()
    .map((item) => (item as { result: { movementId: number } }).result.movementId);
}

/** The bank as it is found after the server has gone. */
async function auditOf(options: DatabaseOptions): Promise<Audit> {
  const database = await openDatabase(options);
  try {
    return await audit(database);
  } finally {
    await database.close();
  }
}
