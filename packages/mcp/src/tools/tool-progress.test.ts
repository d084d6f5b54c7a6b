import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Api, Entrypoint, progress } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import { serveMcp } from '../index.js';
import { fetchServers, servers } from '../../test/servers.js';
import { ToolProgress } from './tool-progress.js';

function importer(): Api {
  const v1 = new Entrypoint('/rpc');
  const load = v1.method('load', { args: { progress }, summary: 'Load' }, ({ progress: out }) => {
    out.report({ done: 0, total: 2, message: 'Begins' });
    out.report({ done: 2, total: 2 });
    return 'loaded';
  });
  const api = new Api({ title: 'Importer', version: '1.0.0' }).bindEntrypoint(v1);
  serveMcp(api, { methods: [load] });
  return api;
}

describe.each(Object.entries({ ...servers, ...fetchServers }))('behind %s', (_, serve) => {
  test('the official client receives the progress of a tool call before its result', async () => {
    const { url, fetch, close } = await serve(importer());
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(
        new URL(`${url}/mcp`),
        fetch === undefined ? {} : { fetch },
      ),
    );
    const reports: unknown[] = [];
    const result = await client.callTool(
      { name: 'load', arguments: {} },
      { onprogress: (report) => void reports.push(report) },
    );
    expect(result).toMatchObject({ structuredContent: 'loaded' });
    expect(reports).toEqual([
      { progress: 0, total: 2, message: 'Begins' },
      { progress: 2, total: 2 },
    ]);
    await client.close();
    await close();
  });
});

test('a report whose number does not increase is left out, and a text counts as one', () => {
  const output = new ToolProgress();
  const sent = ['0', '0', '"half"', '1', '{"progress":5}', 'null'].map((json) => {
    const text = output.encode('t', json);
    return text && (JSON.parse(text) as { params: unknown }).params;
  });
  expect(sent).toEqual([
    { progressToken: 't', progress: 0 },
    undefined,
    { progressToken: 't', progress: 1, message: 'half' },
    undefined,
    { progressToken: 't', progress: 5 },
    { progressToken: 't', progress: 6 },
  ]);
});
