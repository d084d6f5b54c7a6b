import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runKills } from './run-kills.js';

const kills = Number(process.env['KILLS'] ?? 5);
const url = process.env['DATABASE_URL'];
const hasServer = url !== undefined && url !== '';
if (!hasServer) {
  console.info('Left out: kills on a PostgreSQL server. DATABASE_URL would name one.');
}
const MINUTE = 60_000;
/** A start takes seconds on a busy machine. */
const timeout = 5 * MINUTE + kills * 10_000;

describe('servers that are killed at random points of mixed load', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bank-kills-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test(
    'on PGlite, apply each call and each durable notification once',
    async () => {
      const database = { folder: join(folder, 'bank') };
      const report = await runKills({ database, servers: 1, kills, clients: 6 });
      console.info(report);
      expect(report.problems).toEqual([]);
      expect(report.acceptedNotifications).toBeGreaterThan(0);
    },
    timeout,
  );

  test.runIf(hasServer)(
    'on PostgreSQL with three processes, apply each call and each durable notification once',
    async () => {
      const report = await runKills({ database: { url }, servers: 3, kills, clients: 12 });
      console.info(report);
      expect(report.problems).toEqual([]);
      expect(report.acceptedNotifications).toBeGreaterThan(0);
    },
    timeout,
  );
});
