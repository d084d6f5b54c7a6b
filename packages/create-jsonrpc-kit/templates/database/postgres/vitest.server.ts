import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeEach } from 'vitest';

// Each file of tests has a new database on the server of TEST_DATABASE_URL.
const url = new URL(process.env.TEST_DATABASE_URL ?? '');
const admin = new Pool({ connectionString: url.href, max: 1 });
const name = `test_${randomUUID().replaceAll('-', '')}`;
await admin.query(`create database ${name}`);
url.pathname = name;
process.env.DATABASE_URL = url.href;
const database = new Pool({ connectionString: url.href, max: 1 });

// Each test begins with an empty database. The schema pgboss has the jobs, if there are any.
beforeEach(async () => {
  await database.query('drop schema if exists public, pgboss cascade; create schema public');
});

afterAll(async () => {
  await database.end();
  // PostgreSQL waits up to five seconds for connections that are still closing.
  await admin.query(`drop database ${name}`);
  await admin.end();
});
