import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp as createJaysonApp } from './jayson-app.js';
import { createApp as createMovedApp } from './moved-app.js';
import { handlers } from './handlers.js';

interface Call {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

let nextId = 1;

function call(method: string, ...params: readonly unknown[]): Call {
  return { jsonrpc: '2.0', id: nextId++, method, params };
}

const TOKEN = { authorization: 'Bearer s3cret' };

/** What a client of the application sends, in order. */
function session(): readonly { body: unknown; headers?: Record<string, string> }[] {
  nextId = 1;
  const perMethod = Object.keys(handlers).flatMap((method) =>
    [
      [],
      ['a', 'ann'],
      ['a', 5],
      [3, 0],
      [[3, 1, 3]],
      ['b', 'pen', 2],
      ['text', ''],
      [null, {}],
    ].map((params) => ({ body: call(method, ...params), headers: TOKEN })),
  );
  return [
    { body: call('admin.reset'), headers: TOKEN },
    ...perMethod,
    { body: { jsonrpc: '2.0', id: 'text', method: 'system.ping' } },
    { body: { ...call('system.ping'), trace: 'a', extra: { deep: [] } } },
    { body: { jsonrpc: '2.0', method: 'system.ping' } },
    { body: { jsonrpc: '2.0', method: 'unknown' } },
    { body: call('unknown') },
    { body: call('toString') },
    { body: [call('system.ping'), call('math.divide', 1, 0), call('unknown')] },
    { body: [call('system.ping'), { jsonrpc: '2.0', method: 'system.ping' }] },
    { body: [{ jsonrpc: '2.0', method: 'system.ping' }] },
    { body: Array.from({ length: 100 }, (_, index) => call('math.add', index, 1)) },
    { body: call('admin.set', 'theme', 'dark') },
    { body: [call('system.ping'), call('admin.set', 'theme', 'dark')] },
    { body: call('settings.has', 'theme') },
  ];
}

interface Received {
  readonly status: number;
  readonly body: string;
  readonly origin: string | null;
}

describe('an application that moves from jayson', () => {
  let servers: Server[];
  beforeEach(() => {
    servers = [];
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(console, 'warn').mockReturnValue();
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  });

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as { port: number }).port}/rpc`;
  }

  async function receive(url: string, body: unknown, headers = {}): Promise<Received> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://app.example', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const origin = response.headers.get('access-control-allow-origin');
    return { status: response.status, body: await response.text(), origin };
  }

  test('sends the same bytes as before for every round trip of its clients', async () => {
    expect(Object.keys(handlers)).toHaveLength(40);
    const before = await listen(createJaysonApp());
    const after = await listen(createMovedApp());
    const received: Received[][] = [];
    for (const url of [before, after]) {
      const responses: Received[] = [];
      for (const { body, headers } of session()) responses.push(await receive(url, body, headers));
      received.push(responses);
    }
    const [old = [], moved = []] = received;
    expect(old).toHaveLength(334);
    expect(moved).toEqual(old);
    // The session contains results, errors of the domain, internal errors, rejections and no content.
    expect(new Set(old.map(({ status }) => status))).toEqual(new Set([200, 204, 401]));
    for (const part of ['"code":4004', '"code":-32601', '"code":-32603', '"result":"pong"']) {
      expect(old.filter(({ body }) => body.includes(part))).not.toEqual([]);
    }
  });

  test('keeps its preflight requests, its rejected bodies and its other paths', async () => {
    for (const app of [createJaysonApp(), createMovedApp()]) {
      const url = await listen(app);
      const preflight = await fetch(url, {
        method: 'OPTIONS',
        headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-max-age')).toBe('600');
      expect(await receive(url, '{')).toMatchObject({ status: 400 });
      expect(await receive(url.replace('/rpc', '/other'), '{}')).toMatchObject({ status: 404 });
    }
  });

  test('has no route that bypasses the middleware which reads the method from the body', async () => {
    const url = await listen(createMovedApp());
    expect(
      await receive(`${url}/admin.reset`, { jsonrpc: '2.0', id: 1, params: [] }),
    ).toMatchObject({
      status: 404,
    });
  });

  test('changes fewer than 30 lines, all of which the page shows', () => {
    const before = linesOf('jayson-app.ts');
    const after = linesOf('moved-app.ts');
    const removed = before.filter((line) => !after.includes(line));
    const added = after.filter((line) => !before.includes(line));
    expect(removed.length).toBeGreaterThan(0);
    expect(removed.length + added.length).toBeLessThan(30);
    const page = new Set(linesOf('../../../../docs/guide/coming-from-jayson.md'));
    expect(added.slice(1).filter((line) => !page.has(line))).toEqual([]);
  });
});

function linesOf(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text.split('\n').map((line) => line.trim());
}
