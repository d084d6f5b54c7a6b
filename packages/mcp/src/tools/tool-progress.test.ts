import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  Api,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  type HttpResponse,
  type Progress,
  progress,
  signal,
} from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { serveMcp } from '../index.js';
import { META } from '../../test/post.js';
import { fetchServers, servers } from '../../test/servers.js';
import { progressEncoder } from './tool-progress.js';

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
  const encode = progressEncoder();
  const sent = ['0', '0', '"half"', '1', '{"progress":5}', 'null'].map((json) => {
    const text = encode('t', json);
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

const HEADERS = { accept: 'application/json, text/event-stream' };

interface StreamReply {
  readonly response: HttpResponse;
  /** Reads the messages until the stream ends. */
  readonly messages: () => Promise<unknown[]>;
}

/** Calls the tool `load` with a token, and returns its response without reading it. */
async function callWithToken(
  api: Api,
  { token = 't', headers = HEADERS }: { token?: unknown; headers?: Record<string, string> } = {},
): Promise<StreamReply> {
  const all: Record<string, string> = {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'load',
    ...headers,
  };
  const params = { name: 'load', _meta: { ...META, progressToken: token } };
  const response = await adapterApi(api).handle({
    verb: 'POST',
    path: '/mcp',
    header: (name) => all[name],
    readBody: () => ({
      kind: 'text',
      text: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }),
    }),
    signal: new AbortController().signal,
    native: undefined,
  });
  if (response === undefined) throw new TypeError('no route');
  return { response, messages: () => readMessages(response) };
}

async function readMessages({ events }: HttpResponse): Promise<unknown[]> {
  if (events === undefined) throw new TypeError('The response is not an event stream');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of events) text += decoder.decode(chunk, { stream: true });
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as unknown);
}

type Handler = (args: { out: Progress; aborted: AbortSignal }) => unknown;

interface ServeOptions {
  readonly options?: EntrypointOptions;
  readonly warn?: (details: unknown) => void;
}

function serveLoad(
  handler: Handler,
  { options = {}, warn = () => undefined }: ServeOptions = {},
): Api {
  const v1 = new Entrypoint('/rpc', options);
  v1.method('load', { args: { out: progress, aborted: signal }, summary: 'Load' }, handler);
  const logger = { error: () => undefined, warn };
  const api = new Api({ logger }).bindEntrypoint(v1);
  serveMcp(api, { methods: () => true });
  return api;
}

const FIRST_REPORT = {
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 't', progress: 1 },
};

test('closing the stream of a tool call that has begun cancels the call', async () => {
  let reason: unknown;
  const api = serveLoad(async ({ out, aborted }) => {
    const cancelled = once(aborted, 'abort');
    out.report(1);
    await cancelled;
    reason = aborted.reason;
  });
  const { response } = await callWithToken(api);
  await response.events?.return();
  await api.close();
  expect(reason).toMatchObject({ name: 'AbortError', message: 'The client disconnected' });
});

test('a shutdown waits for a tool call whose stream has begun, and its result is sent', async () => {
  const finish = new EventEmitter();
  const api = serveLoad(async ({ out }) => {
    const finished = once(finish, 'finish');
    out.report(1);
    await finished;
    return 'loaded';
  });
  const { messages } = await callWithToken(api);
  const received = messages();
  const closed = api.close();
  finish.emit('finish');
  expect(await received).toMatchObject([
    FIRST_REPORT,
    { id: 7, result: { structuredContent: 'loaded' } },
  ]);
  await closed;
});

test('an HttpError after a report is an error in the last message of the stream', async () => {
  const api = serveLoad(({ out }) => {
    out.report(1);
    throw new HttpError(403, 'Not yours');
  });
  const { response, messages } = await callWithToken(api);
  expect(response.status).toBe(200);
  expect(await messages()).toMatchObject([
    FIRST_REPORT,
    { jsonrpc: '2.0', id: 7, error: { message: 'Forbidden' } },
  ]);
});

test.each([true, null, 1.5, {}])('the progress token %j is rejected', async (token) => {
  const { response } = await callWithToken(
    serveLoad(() => 'loaded'),
    { token },
  );
  expect(response.status).toBe(400);
  expect(JSON.parse(String(response.body))).toMatchObject({ id: 7, error: { code: -32602 } });
});

test('a client that does not accept event streams gets a plain response despite its token', async () => {
  const api = serveLoad(({ out }) => {
    out.report(1);
    return 'loaded';
  });
  const { response } = await callWithToken(api, { headers: {} });
  expect(response.events).toBeUndefined();
  expect(JSON.parse(String(response.body))).toMatchObject({
    result: { structuredContent: 'loaded' },
  });
});

test.each([0, 1])(
  'with %i reports, a result that exceeds maxResponseBytes is converted to LimitExceeded once',
  async (count) => {
    const warnings: unknown[] = [];
    const api = serveLoad(
      ({ out }) => {
        if (count === 1) out.report(1);
        return 'x'.repeat(600);
      },
      {
        options: { limits: { maxResponseBytes: 1_000 } },
        warn: (details) => warnings.push(details),
      },
    );
    const { response, messages } = await callWithToken(api);
    const received = count === 1 ? await messages() : [JSON.parse(String(response.body))];
    const last = { id: 7, result: { isError: true } };
    expect(received).toMatchObject(count === 1 ? [FIRST_REPORT, last] : [last]);
    expect(warnings).toEqual([{ limit: 'maxResponseBytes', method: 'load' }]);
  },
);
