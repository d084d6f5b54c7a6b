import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients, type OfficialClient } from '../test/clients.js';
import { fetchServers, type Running, servers } from '../test/servers.js';
import { shop } from '../test/shop.js';

const pairs = Object.entries({ ...servers, ...fetchServers }).flatMap(([server, serve]) =>
  Object.entries(clients).map(([client, connect]) => ({ server, serve, client, connect })),
);

describe.each(pairs)('behind $server, the official $client', ({ serve, connect }) => {
  let running: Running;
  let client: OfficialClient;

  beforeAll(async () => {
    running = await serve(shop().api);
    client = await connect({ url: `${running.url}/mcp`, fetch: running.fetch });
  });

  afterAll(async () => {
    await client.close();
    await running.close();
  });

  test('lists the tools with their schemas and annotations', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'buy',
      'stats_count',
      'words',
      'greet',
      'nothing',
      'crash',
      'slow',
      'large',
      'whoami',
    ]);
    expect(tools[0]).toMatchObject({
      name: 'buy',
      title: 'Buy an item',
      description: 'Buys an item and says how many.',
      inputSchema: {
        type: 'object',
        properties: {
          item: { type: 'string' },
          count: { type: 'integer', minimum: 1, default: 1 },
        },
        required: ['item'],
        examples: [{ item: 'pen' }],
      },
      outputSchema: { type: 'object', required: ['item', 'count'] },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    });
  });

  test('calls a tool and validates its structured content', async () => {
    await client.listTools();
    expect(await client.callTool('buy', { item: 'pen', count: 2 })).toMatchObject({
      content: [{ type: 'text', text: '{"item":"pen","count":2}' }],
      structuredContent: { item: 'pen', count: 2 },
    });
  });

  test('calls tools whose results are not objects', async () => {
    await client.listTools();
    const { content } = await client.callTool('words');
    expect(content).toEqual([{ type: 'text', text: String.raw`["a","\"b\""]` }]);
    expect((await client.callTool('stats_count')).content[0]?.text).toBe('3');
    expect((await client.callTool('nothing')).content[0]?.text).toBe('null');
    expect((await client.callTool('greet', { name: 'Ann' })).content[0]?.text).toBe('Hello, Ann');
  });

  test('gets a typed error as a result that it can act on', async () => {
    await client.listTools();
    expect(await client.callTool('buy', { item: 'pen', count: 11 })).toMatchObject({
      isError: true,
      content: [{ text: 'Out of stock (code 6001)\n{"left":10}' }],
      _meta: { 'jsonrpc-kit/error': { code: 6001, data: { left: 10 } } },
    });
  });

  test('gets a description of every problem with wrong arguments', async () => {
    await client.listTools();
    const { isError, content } = await client.callTool('buy', { item: 5, count: 0 });
    expect(isError).toBe(true);
    expect(content[0]?.text).toMatch(/^Invalid params \(code -32602\)\n- item: .*\n- count: .*$/);
  });

  test('gets no details of an unexpected exception', async () => {
    const result = await client.callTool('crash');
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'Internal error (code -32603)' }],
    });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  test('gets the limits of the method as results', async () => {
    expect((await client.callTool('slow')).content[0]?.text).toMatch(/^Request timed out/);
    expect((await client.callTool('large')).content[0]?.text).toMatch(/^Limit exceeded/);
  });

  test('rejects a call of an unknown tool, or of a method that is not a tool', async () => {
    await expect(client.callTool('nobody')).rejects.toThrow('Unknown tool');
    await expect(client.callTool('hidden')).rejects.toThrow('Unknown tool');
  });

  test('fails with 401 without a credential, and passes its credential on', async () => {
    await expect(client.callTool('whoami')).rejects.toThrow('Not authenticated');
    const headers = { authorization: 'Bearer abc' };
    const { url, fetch } = running;
    const signedIn = await connect({ url: `${url}/mcp`, headers, fetch });
    expect((await signedIn.callTool('whoami')).content[0]?.text).toBe('user of abc');
    await signedIn.close();
  });
});
