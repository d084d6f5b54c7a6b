import { Pool } from 'pg';
import { afterAll, beforeEach } from 'vitest';

// Each worker of Vitest has a database on the server of TEST_DATABASE_URL, which each file of tests creates anew.
const url = new URL(process.env.TEST_DATABASE_URL ?? '');
const name = `${url.pathname.slice(1)}_test_${process.env.VITEST_POOL_ID}`;
const admin = new Pool({ connectionString: url.href, max: 1 });
await admin.query(`drop database if exists "${name}" with (force)`);
await admin.query(`create database "${name}"`);
await admin.end();
url.pathname = name;
process.env.DATABASE_URL = url.href;
const database = new Pool({ connectionString: url.href, max: 1 });

// Each test begins with an empty database. The schema pgboss has the jobs, if there are any.
beforeEach(async () => {
  await database.query('drop schema if exists public, pgboss cascade; create schema public');
});
afterAll(() => database.end());
