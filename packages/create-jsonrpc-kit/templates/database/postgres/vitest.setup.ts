import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeEach } from 'vitest';
import { databaseUrl } from './src/database.js';

// Each test has a separate database on the same server.
const server = databaseUrl();
const databases: string[] = [];

beforeEach(async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((client) => client.query(`create database ${name}`));
  databases.push(name);
  const url = new URL(server);
  url.pathname = name;
  process.env.DATABASE_URL = url.href;
}, 30_000);

afterAll(async () => {
  await onServer(async (client) => {
    for (const name of databases) await client.query(`drop database ${name} with (force)`);
  });
}, 30_000);

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect().catch((cause: unknown) => {
    const { host } = new URL(server);
    throw new Error(
      `The tests need PostgreSQL at ${host}. Run "docker compose up --detach database", or set DATABASE_URL.`,
      { cause },
    );
  });
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
