import { jsonRpc } from '@jsonrpc-kit/node';
import { openrpc } from '@jsonrpc-kit/schema';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestBank, type TestBank } from '../test/open-test-bank.js';
import * as methods from './methods.js';
import { testDatabases } from '../test/test-databases.js';

const info = { name: 'test', version: '1.0.0' };
const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } };

describe.each(testDatabases())('the bank as tools, on $name', (database) => {
  let bank: TestBank;
  let server: Server;
  let url: URL;

  beforeAll(async () => {
    bank = await openTestBank(database);
    server = createServer(jsonRpc(bank.api)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  });

  afterAll(async () => {
    await bank.close();
    server.closeAllConnections();
    server.close();
  });

  test('the OpenRPC document names the tool of a method', () => {
    const tools = openrpc(bank.api).methods.map((method) => [method.name, method['x-mcp-tool']]);
    expect(Object.fromEntries(tools)).toMatchObject({
      deposit: 'deposit',
      'movements.subscribe': undefined,
    });
  });

  describe.each([
    {
      name: 'of 2026',
      connect: async (token: string) => {
        const client = new Client(info, modern);
        const headers = { 'user-auth-token': token };
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
        return client;
      },
    },
    {
      name: 'of 2025',
      connect: async (token: string) => {
        const client = new Client2025(info);
        const headers = { 'user-auth-token': token };
        await client.connect(new Transport2025(url, { requestInit: { headers } }));
        return client;
      },
    },
  ])('an agent with the official client $name', ({ connect }) => {
    test('withdraws the money of the user whose token it sends', async () => {
      const { token, accountIds } = await bank.addCustomer([500]);
      const client = await connect(token);
      const { tools } = await client.listTools();
      const { movements: _subscription, ...toolMethods } = methods;
      expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(toolMethods).toSorted());

      const call = { name: 'withdraw', arguments: { accountId: accountIds[0], amount: 200 } };
      expect(await client.callTool(call)).toMatchObject({ structuredContent: { balance: 300 } });
      await client.close();
    });

    test('gets the reason why a withdrawal fails', async () => {
      const { token, accountIds } = await bank.addCustomer([500]);
      const client = await connect(token);
      await client.listTools();
      const withdraw = (args: object) =>
        client.callTool({ name: 'withdraw', arguments: { accountId: accountIds[0], ...args } });
      expect(await withdraw({ amount: 501 })).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: 'Not enough money (code 6001)\n{"balance":500}' }],
      });
      expect(await withdraw({ amount: 0 })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^Invalid params \(code -32602\)\n- amount: /) }],
      });
      await client.close();
    });

    test('gets an error for an unknown token', async () => {
      const client = await connect('nobody');
      expect(await client.callTool({ name: 'listAccounts', arguments: {} })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('(code 7000)') }],
      });
      await client.close();
    });
  });
});
