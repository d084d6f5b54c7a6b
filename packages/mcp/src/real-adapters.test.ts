import { Api, Entrypoint, signal } from '@jsonrpc-kit/core';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients } from '../test/clients.js';
import { META } from '../test/post.js';
import { type Running, servers } from '../test/servers.js';
import { shop } from '../test/shop.js';
import { serveMcp } from './index.js';

const MAX_BODY_BYTES = 10_000;

/** A correct call of the tool `buy`. */
const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'buy', arguments: { item: 'pen' }, _meta: META },
};
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'buy',
};
const VERSION = 'io.modelcontextprotocol/protocolVersion';

interface Sent {
  readonly message?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly init?: RequestInit;
}

/** Sends a correct request, except for the parts that the test changes. */
function post({ url }: Running, { message = CALL, headers, init }: Sent = {}): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
    ...init,
  });
}

describe.each(Object.entries(servers))('behind %s', (_, serve) => {
  let running: Running;

  beforeAll(async () => {
    running = await serve(shop({ maxBodyBytes: MAX_BODY_BYTES }).api);
  });
  afterAll(() => running.close());

  const large = { ...CALL, params: { ...CALL.params, arguments: { item: 'x'.repeat(20_000) } } };

  test.each<[string, Sent, number, object]>([
    [
      'a web page on another site',
      { headers: { origin: 'https://evil.example' } },
      403,
      { code: -32600 },
    ],
    ['a batch', { message: [CALL] }, 400, { code: -32600 }],
    ['a body that is too large', { message: large }, 413, { code: -32600 }],
    ['a body that is not JSON', { message: '{' }, 400, { code: -32700 }],
    ['a form', { headers: { 'content-type': 'text/plain' } }, 415, { code: -32600 }],
  ])('%s is rejected without an id', async (_what, sent, status, error) => {
    const response = await post(running, sent);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const json = await response.json();
    expect(json).toMatchObject({ jsonrpc: '2.0', error });
    expect(json).not.toHaveProperty('id');
  });

  test.each<[string, Sent, object]>([
    [
      'an unknown version',
      {
        message: {
          ...CALL,
          params: { ...CALL.params, _meta: { ...META, [VERSION]: '1900-01-01' } },
        },
        headers: { 'mcp-protocol-version': '1900-01-01' },
      },
      { code: -32022, data: { requested: '1900-01-01' } },
    ],
    [
      'a version in its header that is not that of its body',
      { headers: { 'mcp-protocol-version': '2025-11-25' } },
      { code: -32020 },
    ],
    ['another tool in its header', { headers: { 'mcp-name': 'greet' } }, { code: -32020 }],
    ['no metadata', { message: { ...CALL, params: { name: 'buy' } } }, { code: -32602 }],
  ])('a request with %s is rejected with its id', async (_what, sent, error) => {
    const response = await post(running, sent);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 1, error });
  });

  test('a body without a length is rejected once it is too large', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(MAX_BODY_BYTES));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(chunk);
        controller.enqueue(chunk);
        controller.close();
      },
    });
    // Node requires `duplex` for a stream, which the types don't know.
    const init: RequestInit & { readonly duplex: 'half' } = { body, duplex: 'half' };
    expect((await post(running, { init })).status).toBe(413);
  });

  test.each(['GET', 'DELETE'])(
    'a %s, as clients of 2025 send for sessions, gets 405',
    async (method) => {
      const { status, headers } = await fetch(`${running.url}/mcp`, { method, headers: HEADERS });
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('POST');
    },
  );

  test('a request that is sent again, even at the same time, is another call', async () => {
    const responses = await Promise.all([post(running), post(running)]);
    const [first, second] = await Promise.all(responses.map((response) => response.json()));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(first).toMatchObject({ id: 1, result: { structuredContent: { item: 'pen' } } });
    expect(second).toEqual(first);
    expect(await (await post(running)).json()).toEqual(first);
  });

  test('a request with a session and a progress token gets one JSON object without either', async () => {
    const _meta = { ...META, progressToken: 'p1', 'io.modelcontextprotocol/logLevel': 'debug' };
    const response = await post(running, {
      message: { ...CALL, params: { ...CALL.params, _meta } },
      headers: { 'mcp-session-id': 's1', 'last-event-id': '1' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect(await response.text()).not.toContain('p1');
  });
});

describe.each(Object.entries(servers))('behind %s, a call is cancelled', (_, serve) => {
  const events = new EventEmitter();
  let running: Running;

  beforeAll(async () => {
    const v1 = new Entrypoint('/rpc');
    const wait = v1.method(
      'wait',
      { args: { aborted: signal } },
      ({ aborted }) =>
        new Promise<void>((resolve) => {
          aborted.addEventListener('abort', () => {
            events.emit('aborted');
            resolve();
          });
          events.emit('started');
        }),
    );
    const api = new Api();
    api.bindEntrypoint(v1);
    serveMcp(api, { methods: [wait] });
    running = await serve(api);
  });
  afterAll(() => running.close());

  test.each([
    ['of 2026', { params: { name: 'wait', _meta: META } }, { ...HEADERS, 'mcp-name': 'wait' }],
    [
      'of 2025',
      { params: { name: 'wait' } },
      { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    ],
  ])('when an agent %s closes the connection', async (_revision, message, headers) => {
    const controller = new AbortController();
    const [started, aborted] = [once(events, 'started'), once(events, 'aborted')];
    const response = fetch(`${running.url}/mcp`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...CALL, ...message }),
      signal: controller.signal,
    });
    await started;
    controller.abort();
    await expect(response).rejects.toThrow('aborted');
    await aborted;
  });

  test('when the official client of 2026 cancels it', async () => {
    const client = await clients['client 2.x']?.({ url: `${running.url}/mcp` });
    const controller = new AbortController();
    const [started, aborted] = [once(events, 'started'), once(events, 'aborted')];
    const result = client?.callTool('wait', {}, controller.signal);
    await started;
    controller.abort();
    await expect(result).rejects.toThrow('aborted');
    await aborted;
    await client?.close();
  });
});
