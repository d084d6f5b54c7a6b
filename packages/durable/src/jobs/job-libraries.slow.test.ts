import { randomBytes } from 'node:crypto';
import { Api, type Dependency, Entrypoint, transactionDependency } from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { Pool } from 'pg';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { libraries } from '../../test/libraries.js';
import { newestPgBoss } from '../../test/newest-pg-boss.js';
import type { SqlExecutor } from '../index.js';
import { jobStore, queue, runJobs } from '../jobs.js';

const url = process.env['DATABASE_URL'] ?? '';
const pool = new Pool({ connectionString: url });
const schema = `jobs_${randomBytes(6).toString('hex')}`;

if (!url) {
  console.info(
    'Left out: jobs on a PostgreSQL server. To test them: DATABASE_URL=postgres://user@host/database npm run test:slow',
  );
}

afterAll(async () => {
  if (url) await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

describe.runIf(url).each(Object.entries(libraries))(
  'a job of a transaction in %s',
  (name, open) => {
    test('runs with its params if the transaction is committed, and only then', async () => {
      const library = open(url, 'public');
      const tx: Dependency<SqlExecutor> = transactionDependency({}, (_, run) => library.begin(run));
      const letters = queue(name.replaceAll(/\W/g, ''), { attempts: 1 });
      const seen: unknown[] = [];
      const v1 = new Entrypoint('/rpc');
      const Letter = v.object({ text: v.string(), pages: v.array(v.nullable(v.number())) });
      const sendLetter = v1.method(
        'sendLetter',
        { args: { letter: Letter }, notifications: { queue: letters } },
        ({ letter }) => void seen.push(letter),
      );
      v1.method('register', { args: { tx, jobStore, fails: v.boolean() } }, async (args) => {
        const letter = { text: `It's "${name}"`, pages: [1, null, 2] };
        await args.jobStore.enqueue(sendLetter, { letter }, { executor: args.tx });
        if (args.fails) throw new Error('The call fails after it has added the job');
      });
      const api = new Api({ logger: { error: () => undefined, warn: () => undefined } });
      runJobs(api.bindEntrypoint(v1), { database: pool, schema, pgBoss: newestPgBoss });
      await api.open();
      const client = new JsonRpcTestClient(api);
      expect(await client.jsonrpc('register', { fails: true })).toMatchObject({
        error: { code: -32603 },
      });
      expect(await client.jsonrpc('register', { fails: false })).toMatchObject({ result: null });
      await expect.poll(() => seen, { timeout: 20_000 }).toHaveLength(1);
      expect(seen).toEqual([{ text: `It's "${name}"`, pages: [1, null, 2] }]);
      const jobs = await pool.query(`select from ${schema}.job where name = $1`, [letters.name]);
      expect(jobs.rows).toHaveLength(1);
      await client.close();
      await library.close();
    });
  },
);
