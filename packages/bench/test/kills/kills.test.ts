import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseOptions, openDatabase } from '@jsonrpc-kit/example-bank';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { installPrograms } from '@jsonrpc-kit/test-support/installed-programs';
import { runKills } from './run-kills.js';

const kills = Number(process.env['KILLS'] ?? 5);
const MINUTE = 60_000;
/** A server takes seconds to start on a busy machine. */
const timeout = 5 * MINUTE + kills * 10_000;

interface Setup {
  readonly where: string;
  readonly createDatabase: (folder: string) => Promise<DatabaseOptions>;
  readonly servers: number;
  readonly clients: number;
  /** Whether the servers use pg-boss 12 instead of 10. */
  readonly isVersion12: boolean;
}

/** Returns the setups on PGlite, and those on the server of `DATABASE_URL` if it is set. */
function setups(): readonly Setup[] {
  const embedded: Setup = {
    where: 'on PGlite',
    createDatabase: async (folder) => ({ folder: join(folder, 'bank') }),
    servers: 1,
    clients: 6,
    isVersion12: false,
  };
  const url = process.env['DATABASE_URL'];
  if (url) {
    const where = 'on PostgreSQL with three processes';
    const createDatabase = async () => ({ url: await createDatabaseOn(url) });
    const onServer = { where, createDatabase, servers: 3, clients: 12, isVersion12: false };
    return [
      embedded,
      onServer,
      { ...onServer, where: `${where} and pg-boss 12`, isVersion12: true },
    ];
  }
  console.info(
    'Left out: kills on a PostgreSQL server. To run them: ' +
      'DATABASE_URL=postgres://user@host/database npm run kills',
  );
  return [embedded];
}

/** Creates an empty database on a server until the test ends. Returns its URL. */
async function createDatabaseOn(server: string): Promise<string> {
  const name = `kills_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string): Promise<void> => {
    const database = await openDatabase({ url: server });
    try {
      await database.query(sql);
    } finally {
      await database.close();
    }
  };
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

/** Returns the binary of a Node that can run pg-boss 12. */
async function newNode(): Promise<string> {
  const { folder, node } = await installPrograms();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return node;
}

describe('servers that are killed at random points under mixed load', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bank-kills-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  // Vitest quotes and shortens the text of $where, so that no pattern of -t would match it.
  test.each(setups().map((setup) => [setup.where, setup] as const))(
    'apply each call and each durable notification exactly once %s',
    async (_, { createDatabase, servers, clients, isVersion12 }) => {
      const database = await createDatabase(folder);
      const version12 = isVersion12 ? { node: await newNode() } : undefined;
      const report = await runKills({ database, servers, kills, clients, version12 });
      console.info(report);
      expect(report.problems).toEqual([]);
      expect(report.acceptedNotifications).toBeGreaterThan(0);
    },
    timeout,
  );
});
