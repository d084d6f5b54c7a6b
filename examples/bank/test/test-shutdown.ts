import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseOptions, openDatabase } from '@jsonrpc-kit/example-bank';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Audit, audit } from './audit.js';
import { startServer } from './start-server.js';
import { testDatabases } from './test-databases.js';

const clients = 8;
const enough = 300;
const seedMovements = 3;

/** The responses that the clients have received. */
interface Observations {
  /** The ids of the movements of successful transfers. */
  readonly acknowledged: number[];
  /** Responses with the status 503. */
  rejected: number;
  /** Requests without a response, because the server was closed. */
  unreachable: number;
}

/** Tests the shutdown of a server under load. `main` is the file that node runs. */
export function testShutdown(main: string): void {
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
      const seen: Observations = { acknowledged: [], rejected: 0, unreachable: 0 };
      const load = Array.from({ length: clients }, (_, client) =>
        sendUntilClosed(server.addresses[0] ?? '', client, seen, () => server.kill('SIGTERM')),
      );
      await Promise.all(load);
      expect(await server.ended).toBe(0);

      const { total, accounts, movements } = await auditOf(database);
      await remove();
      console.info(
        `${seen.acknowledged.length} acknowledged, ${movements.size} on record, ` +
          `${seen.rejected} rejected, ${seen.unreachable} not connected`,
      );
      expect(seen.acknowledged.length).toBeGreaterThanOrEqual(enough);
      expect(seen.acknowledged.filter((id) => !movements.has(id))).toEqual([]);
      // All movements except the initial deposits were acknowledged, so no response was lost.
      expect(movements.size).toBe(seen.acknowledged.length + seedMovements);
      expect(accounts.filter(({ balance, recorded }) => balance !== recorded)).toEqual([]);
      expect(total).toBe(2_650_00);
    },
    120_000,
  );
}

/** Transfers a cent back and forth, in single calls and batches, until the server has ended. */
async function sendUntilClosed(
  address: string,
  client: number,
  seen: Observations,
  kill: () => void,
): Promise<void> {
  for (let round = 0; ; round += 1) {
    const calls = Array.from({ length: 1 + ((client + round) % 5) }, (_, id) =>
      transfer(id, round),
    );
    const body = JSON.stringify(calls.length === 1 ? calls[0] : calls);
    const headers = { 'content-type': 'application/json', 'user-auth-token': 'alice-token' };
    let response: Response;
    try {
      response = await fetch(address, { method: 'POST', headers, body });
    } catch {
      seen.unreachable += 1;
      return;
    }
    if (response.status === 503) {
      seen.rejected += 1;
      continue;
    }
    const before = seen.acknowledged.length;
    seen.acknowledged.push(...acknowledgedIn(await response.json()));
    // Once, while all clients are sending.
    if (before < enough && seen.acknowledged.length >= enough) kill();
  }
}

function transfer(id: number, round: number): object {
  const [from, to] = (id + round) % 2 === 0 ? ['1.1', '1.2'] : ['1.2', '1.1'];
  return { jsonrpc: '2.0', id, method: 'transfer', params: { from, to, amount: 1 } };
}

function acknowledgedIn(responses: unknown): number[] {
  return [responses]
    .flat()
    .map((item) => (item as { result: { movementId: number } }).result.movementId);
}

/** Audits the database after the server has ended. */
async function auditOf(options: DatabaseOptions): Promise<Audit> {
  const database = await openDatabase(options);
  try {
    return await audit(database);
  } finally {
    await database.close();
  }
}
