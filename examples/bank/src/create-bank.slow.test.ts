import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBank } from './create-bank.js';
import { audit } from '../test/audit.js';
import { MemoryLogger } from '../test/memory-logger.js';
import { testDatabases } from '../test/test-databases.js';

const databases = testDatabases();
const logger = new MemoryLogger();
const url = '/api/v1/jsonrpc';
const headers = { 'user-auth-token': 'alice-token' };

describe('a bank in a folder', () => {
  let parent: string;
  let folder: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'bank-'));
    folder = join(parent, 'not', 'there', 'yet');
  });
  afterAll(() => rm(parent, { recursive: true }));

  test('a bank in a folder has demo customers at first, and keeps their changes', async () => {
    const first = await createBank({ database: { folder }, logger });
    const client = new JsonRpcTestClient(first.api, { url, headers });
    await client.jsonrpc('withdraw', { accountId: '1.1', amount: 25_00 });
    await client.close();
    await first.close();

    const second = await createBank({ database: { folder }, logger });
    const { total, accounts } = await audit(second.database);
    await second.close();
    expect(accounts).toEqual([
      { id: '1.1', balance: 75_00, recorded: 75_00 },
      { id: '1.2', balance: 2_500_00, recorded: 2_500_00 },
      { id: '2.1', balance: 50_00, recorded: 50_00 },
    ]);
    expect(total).toBe(2_625_00);
  }, 60_000);

  test('a bank in a folder cannot be opened twice at once', async () => {
    const bank = await createBank({ database: { folder }, logger });
    await expect(createBank({ database: { folder }, logger })).rejects.toThrow('is in use');
    await bank.close();
  }, 60_000);
});

describe.each(databases)('on $name', (testDatabase) => {
  test('closing a bank waits for running calls', async () => {
    const { options, remove } = await testDatabase.create();
    const bank = await createBank({ database: options, logger });
    const client = new JsonRpcTestClient(bank.api, { url, headers });
    const responses = Array.from({ length: 50 }, () =>
      client.jsonrpc('withdraw', { accountId: '1.1', amount: 1 }),
    );
    await bank.close();
    const balances = (await Promise.all(responses)).map(
      ({ result }) => (result as { balance: number }).balance,
    );
    expect(Math.min(...balances)).toBe(99_50);
    await client.close();
    await remove();
  }, 60_000);
});

const servers = databases.filter(({ isServer }) => isServer);

test.each(servers)(
  'several banks can open one $name at once',
  async (testDatabase) => {
    const { options, remove } = await testDatabase.create();
    const banks = await Promise.all([1, 2, 3].map(() => createBank({ database: options, logger })));
    for (const bank of banks) expect((await audit(bank.database)).total).toBe(2_650_00);
    await Promise.all(banks.map((bank) => bank.close()));
    await remove();
  },
  60_000,
);
