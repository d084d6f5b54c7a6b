import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseOptions } from '@jsonrpc-kit/example-bank';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runKills } from './run-kills.js';

const kills = Number(process.env['KILLS'] ?? 5);
const MINUTE = 60_000;
/** A start takes seconds on a busy machine. */
const timeout = 5 * MINUTE + kills * 10_000;

interface Setup {
  readonly where: string;
  readonly databaseIn: (folder: string) => DatabaseOptions;
  readonly servers: number;
  readonly clients: number;
}

/** PGlite, and the server of `DATABASE_URL` if it is set. */
function setups(): readonly Setup[] {
  const embedded: Setup = {
    where: 'on PGlite',
    databaseIn: (folder) => ({ folder: join(folder, 'bank') }),
    servers: 1,
    clients: 6,
  };
  const url = process.env['DATABASE_URL'];
  if (url) {
    const where = 'on PostgreSQL with three processes';
    return [embedded, { where, databaseIn: () => ({ url }), servers: 3, clients: 12 }];
  }
  console.info(
    'Left out: kills on a PostgreSQL server. To run them: ' +
      'DATABASE_URL=postgres://user@host/database npm run kills',
  );
  return [embedded];
}

describe('servers that are killed at random points of mixed load', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bank-kills-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test.each(setups())(
    '$where, apply each call and each durable notification once',
    async ({ databaseIn, servers, clients }) => {
      const report = await runKills({ database: databaseIn(folder), servers, kills, clients });
      console.info(report);
      expect(report.problems).toEqual([]);
      expect(report.acceptedNotifications).toBeGreaterThan(0);
    },
    timeout,
  );
});
