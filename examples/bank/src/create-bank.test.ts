import { join } from 'node:path';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import '@jsonrpc-kit/testing/vitest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bank, createBank } from './create-bank.js';
import { MemoryLogger } from '../test/memory-logger.js';

describe('the api of the bank', () => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await createBank({ logger: new MemoryLogger() });
  }, 60_000);
  afterAll(() => bank.close());

  /** `npm run snapshot` writes the document of a release. */
  test('the clients of the last release still work', async () => {
    await expect(bank.api).toKeepContract(join(import.meta.dirname, '../openrpc.json'));
  });

  test('the public entrypoint serves calls without a user', async () => {
    const publicUrl = '/api/public/jsonrpc';
    expect(bank.api.entrypoints.map(({ path }) => path)).toEqual(['/api/v1/jsonrpc', publicUrl]);
    const client = new JsonRpcTestClient(bank.api, { url: publicUrl });
    expect((await client.jsonrpc('ping')).result).toBe('pong');
    expect((await client.jsonrpc('health')).result).toEqual({ database: 'up' });
    await bank.close();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await client.request({ json: ping })).status).toBe(503);
    await client.close();
  }, 60_000);
});
