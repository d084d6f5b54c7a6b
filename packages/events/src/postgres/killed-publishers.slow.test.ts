import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channel } from '../index.js';
import { postgresStore } from '../postgres.js';

const url = process.env['DATABASE_URL'];
/** The full number of rounds is 1,000. */
const ROUNDS = Number(process.env['KILLS'] ?? 30);
const table = `events_kills_${process.pid}`;
const script = fileURLToPath(new URL('../../test/publish-until-killed.mjs', import.meta.url));

if (url === undefined) {
  console.info(
    'Left out: kills of publishers with a PostgreSQL server. To test them: ' +
      'DATABASE_URL=postgres://user@host/database KILLS=1000 npm run test:slow',
  );
}

/** A process that writes and publishes. */
class Publisher {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: Interface;

  constructor() {
    this.#child = spawn(process.execPath, [script, url ?? '', table], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#child.stdout });
    this.ready = once(this.#lines, 'line');
  }

  readonly ready: Promise<unknown>;

  /** Sends a round. Returns a promise that is fulfilled when the call has ended. */
  send(round: number, outcome: 'commit' | 'rollback'): Promise<unknown> {
    this.#child.stdin.write(`${round} ${outcome}\n`);
    return once(this.#lines, 'line');
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

describe.runIf(url !== undefined)('publishers that are killed', () => {
  let pool: Pool;

  beforeAll(async () => {
    pool = new Pool({ connectionString: url });
    await pool.query(`create table ${table}_writes (round integer not null)`);
    await postgresStore({ database: pool, table }).createTables();
  });
  afterAll(async () => {
    await pool.query(
      `drop table ${table}, ${table}_keys, ${table}_writes; drop sequence ${table}_version`,
    );
    await pool.end();
  });

  test(
    'leave an event if and only if they leave its write',
    { timeout: 60_000 + ROUNDS * 4_000 },
    async () => {
      const committed: number[] = [];
      const unknown: number[] = [];
      // The next processes start while the current one works.
      const next = [new Publisher(), new Publisher()];
      let current = new Publisher();
      await current.ready;
      for (let round = 1; round <= ROUNDS; round += 1) {
        if (round % 3 !== 0) {
          const outcome = round % 3 === 1 ? 'commit' : 'rollback';
          await current.send(round, outcome);
          if (outcome === 'commit') committed.push(round);
          continue;
        }
        void current.send(round, 'commit').catch(() => undefined);
        unknown.push(round);
        await sleep(Math.random() * 20);
        await current.kill();
        current = next.shift() ?? new Publisher();
        next.push(new Publisher());
        await current.ready;
      }
      await Promise.all([current, ...next].map((publisher) => publisher.kill()));

      const store = postgresStore({ database: pool, table });
      const events = channel('writes', { key: v.string(), event: v.number(), store });
      await events.publish('a', 0);
      await expect
        .poll(async () => {
          const { rows } = await pool.query(`select 1 from ${table} where seq is null`);
          return rows.length;
        })
        .toBe(0);
      const written = await pool.query<{ round: number }>(
        `select round from ${table}_writes order by round`,
      );
      const published = await pool.query<{ json: string; seq: string }>(
        `select json, seq from ${table} where json <> '0' order by json::integer`,
      );
      const writes = written.rows.map(({ round }) => round);
      expect(published.rows.map(({ json }) => Number(json))).toEqual(writes);
      expect(writes).toEqual(expect.arrayContaining(committed));
      expect(writes.every((round) => round % 3 !== 2)).toBe(true);
      const survived = unknown.filter((round) => writes.includes(round)).length;
      console.info(
        `${ROUNDS} rounds: ${committed.length} commits, ${unknown.length} kills, of which ${survived} after the commit`,
      );
      const seqs = await pool.query<{ seq: string }>(`select seq from ${table} order by seq`);
      expect(seqs.rows.map(({ seq }) => Number(seq))).toEqual(
        Array.from({ length: writes.length + 1 }, (_, index) => index + 1),
      );
      await store.close();
    },
  );
});
