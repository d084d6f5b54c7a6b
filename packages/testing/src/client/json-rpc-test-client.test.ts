import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, dependency, Entrypoint } from '@jsonrpc-kit/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createBank, getBalance } from '../../test/bank-api.js';
import { fastifyApp, frameworkApps, honoApp, requestListener } from '../../test/framework-apps.js';
import { byPosition, type EnvelopeMembers, JsonRpcTestClient } from '../index.js';

/** The result of the method `echo`. */
interface Echo {
  readonly message: unknown;
  readonly headers: unknown;
}

describe.each(frameworkApps)('a client of $name', ({ create }) => {
  let client: JsonRpcTestClient;
  afterEach(() => client.close());
  const connected = (): JsonRpcTestClient =>
    (client = new JsonRpcTestClient(create(createBank()), {
      url: '/bank',
      headers: { user: 'ann' },
    }));

  test('calls a method with id 0 and returns the decoded body', async () => {
    const response = await connected().jsonrpc('withdraw', { amount: 30 });
    expect(response).toEqual({ jsonrpc: '2.0', id: 0, result: { balance: 70 } });
    expect(await client.jsonrpc('withdraw', { amount: 300 })).toEqual({
      jsonrpc: '2.0',
      id: 0,
      error: { code: 6001, message: 'Not enough money', data: { balance: 100 } },
    });
  });

  test('sends no other members, and {} if there are no params', async () => {
    const { result } = await connected().jsonrpc('echo');
    const { message, headers } = result as Echo;
    expect(message).toEqual({ id: 0, jsonrpc: '2.0', method: 'echo', params: {} });
    expect(headers).toEqual({ type: 'application/json', user: 'ann' });
  });

  test('sends a custom id, custom headers and positional params', async () => {
    const options = { requestId: 'seven', headers: { user: 'bob' } };
    const { id, result } = await connected().jsonrpc('echo', {}, options);
    expect(id).toBe('seven');
    expect((result as Echo).headers).toMatchObject({ user: 'bob' });
    expect(await client.jsonrpc('echo', byPosition(1))).toMatchObject({ error: { code: -32602 } });
    expect(await client.jsonrpc('echo', null)).toMatchObject({ error: { code: -32600 } });
  });

  test('returns the body whatever the status', async () => {
    expect(await connected().jsonrpc('leave')).toEqual({ detail: 'Not authenticated' });
  });

  test('sends a batch whose ids are the indexes of the calls', async () => {
    const responses = await connected().batch([
      { method: 'ping' },
      { method: 'ping', isNotification: true },
      { method: 'withdraw', params: { amount: 1 }, requestId: 'last' },
      { method: 'ping' },
    ]);
    expect(responses).toEqual([
      { jsonrpc: '2.0', id: 0, result: 'pong' },
      { jsonrpc: '2.0', id: 'last', result: { balance: 99 } },
      { jsonrpc: '2.0', id: 3, result: 'pong' },
    ]);
    expect(await client.batch([{ method: 'ping', isNotification: true }])).toEqual([]);
  });

  test('sends further members of the envelope', async () => {
    const envelope = { traceId: '7', of: { any: 'kind' } };
    const { error } = await connected().jsonrpc('echo', {}, { envelope });
    const extra = ['traceId', 'of'].map((name) => ({ loc: [name] }));
    expect(error).toMatchObject({ code: -32600, data: { errors: extra } });
    const [response] = await client.batch([{ method: 'ping', envelope }]);
    expect(response.error).toMatchObject({ code: -32600, data: { errors: extra } });
  });

  test('sends a notification without returning a value', async () => {
    await expect(connected().notify('withdraw', { amount: 1 })).resolves.toBeUndefined();
  });

  test('sends any request and returns status, headers, text and JSON', async () => {
    const response = await connected().request({
      json: { jsonrpc: '2.0', id: 1, method: 'leave' },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="bank"');
    expect(response.text).toBe('{"detail":"Not authenticated"}');
    expect(response.json).toEqual({ detail: 'Not authenticated' });
  });

  test('keeps repeated headers separate', async () => {
    const { headers } = await connected().request({
      json: { jsonrpc: '2.0', id: 1, method: 'echo' },
    });
    expect(headers.getSetCookie().map((cookie) => cookie.slice(0, 5))).toEqual(['one=1', 'two=2']);
  });

  test('sends bodies, HTTP methods and content types unchanged', async () => {
    expect((await connected().request({ body: '{"jsonrpc":' })).json).toMatchObject({
      error: { code: -32700 },
    });
    const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","id":"ü","method":"ping"}');
    expect((await client.request({ body: bytes })).json).toMatchObject({ id: 'ü', result: 'pong' });
    const get = await client.request({ verb: 'GET' });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    for (const type of [undefined, 'text/plain']) {
      const headers = { 'content-type': type };
      expect((await client.request({ body: '{}', headers })).status).toBe(415);
    }
  });

  test('sends a request to its own url', async () => {
    const url = '/bank/ping?of=no-interest';
    expect(await connected().jsonrpc('ping', {}, { url })).toMatchObject({ result: 'pong' });
    expect(await client.jsonrpc('echo', {}, { url })).toMatchObject({ error: { code: -32601 } });
    expect((await client.request({ url: '/elsewhere' })).status).toBe(404);
  });

  test('sends many requests at the same time', async () => {
    connected();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, requestId) => client.jsonrpc('ping', {}, { requestId })),
    );
    expect(responses.map(({ id }) => id)).toEqual(responses.map((_, index) => index));
  });

  test('rejects requests after it has been closed, and can be closed twice', async () => {
    await connected().jsonrpc('ping');
    await client.close();
    await client.close();
    await expect(client.jsonrpc('ping')).rejects.toThrow('This JsonRpcTestClient is closed');
  });
});

describe('the url of a client', () => {
  test('defaults to the path of an Api with one entrypoint', async () => {
    expect(await new JsonRpcTestClient(createBank()).jsonrpc('ping')).toMatchObject({
      result: 'pong',
    });
  });

  test('is required for an Api with several entrypoints and for an app of a framework', async () => {
    const api = createBank().bindEntrypoint(new Entrypoint('/other'));
    for (const app of [api, honoApp(api)]) {
      await expect(new JsonRpcTestClient(app).jsonrpc('ping')).rejects.toThrow(
        'ping has no url. Pass url to the client or to the request; ' +
          "with the fixtures, use .extend('jsonrpcUrl', '/path')",
      );
    }
  });
});

describe('the request object of a client', () => {
  const sent: string[] = [];
  const client = new JsonRpcTestClient({
    fetch: async (request: Request) => {
      sent.push(await request.text());
      return new Response(sent.at(-1)?.startsWith('[') === true ? '[]' : null);
    },
  });
  const options = { url: '/', envelope: { traceId: '7' } };

  test('has the members of the envelope last', async () => {
    await client.notify('ping', {}, options);
    await client.jsonrpc('ping', byPosition(1, 2), options).catch(() => undefined);
    const envelope = { traceId: '7' };
    const calls = [
      { method: 'ping', envelope },
      { method: 'ping', isNotification: true, envelope },
    ];
    await client.batch(calls, { url: '/' });
    expect(sent).toEqual([
      '{"jsonrpc":"2.0","method":"ping","params":{},"traceId":"7"}',
      '{"id":0,"jsonrpc":"2.0","method":"ping","params":[1,2],"traceId":"7"}',
      '[{"id":0,"jsonrpc":"2.0","method":"ping","params":{},"traceId":"7"},' +
        '{"jsonrpc":"2.0","method":"ping","params":{},"traceId":"7"}]',
    ]);
  });

  test.each(['id', 'jsonrpc', 'method', 'params'])(
    'rejects the member %s in the envelope',
    async (name) => {
      const envelope = { [name]: undefined };
      const invalid = { ...options, envelope: envelope as EnvelopeMembers };
      const message = `envelope: the client sets the member ${name} itself`;
      await expect(client.jsonrpc('ping', {}, invalid)).rejects.toThrow(message);
      await expect(client.notify('ping', {}, invalid)).rejects.toThrow(message);
      const { envelope: members } = invalid;
      const batch = client.batch([{ method: 'ping', envelope: members }]);
      await expect(batch).rejects.toThrow(message);
    },
  );
});

describe('an unexpected response', () => {
  test('to a batch is shown with its status if it is not an array', async () => {
    await expect(new JsonRpcTestClient(createBank()).batch([])).rejects.toThrow(
      /^The response to the batch is not an array: status 200, \{"jsonrpc":"2.0","id":null,"error":\{"code":-32600/,
    );
    const app = { fetch: () => Response.json({ detail: 'Not authenticated' }, { status: 401 }) };
    const client = new JsonRpcTestClient(app, { url: '/' });
    await expect(client.batch([{ method: 'ping' }])).rejects.toThrow(
      'The response to the batch is not an array: status 401, ' +
        '{"detail":"Not authenticated"}. To inspect it, use request()',
    );
  });

  test('to a notification is shown with its status', async () => {
    const client = new JsonRpcTestClient(createBank());
    await expect(client.notify('ping', {}, { url: '/rpc' })).rejects.toThrow(
      'The response to a notification has a body: status 404, The Api has no path /rpc. Its paths: /bank',
    );
  });

  test('is shown with its status and the start of its body if it is not JSON', async () => {
    const app = (_: unknown, response: { end: (text: string) => void }): void =>
      response.end('x'.repeat(500));
    const client = new JsonRpcTestClient(app, { url: '/' });
    await expect(client.jsonrpc('ping')).rejects.toThrow(
      `The response is not JSON: status 200, no content-type, "${'x'.repeat(200)}…"`,
    );
    await client.close();
  });

  test('is reported as empty if it has no body', async () => {
    const app = (_: unknown, response: { end: () => void }): void => response.end();
    const client = new JsonRpcTestClient(app, { url: '/' });
    await expect(client.jsonrpc('ping')).rejects.toThrow('status 200 and an empty body');
    await client.close();
  });
});

describe('a client of an Api', () => {
  test('applies the body limit in bytes and rejects invalid UTF-8', async () => {
    const small = new Entrypoint('/small', { limits: { maxBodyBytes: 10 } });
    const client = new JsonRpcTestClient(new Api().bindEntrypoint(small));
    expect((await client.request({ body: 'ü'.repeat(6) })).status).toBe(413);
    const { status, json } = await client.request({ body: new Uint8Array([0xff]) });
    expect([status, json]).toMatchObject([200, { error: { code: -32700 } }]);
  });
});

describe('closing a client', () => {
  test('frees its port even if another client waits for a response', async () => {
    const server = createServer();
    const client = new JsonRpcTestClient(server);
    const received = client.request({ url: '/' });
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    const { port } = server.address() as AddressInfo;
    const stranger = fetch(`http://127.0.0.1:${port}/`).then(
      () => 'answered',
      () => 'cut off',
    );
    await once(server, 'request');
    response.end('answered');
    expect((await received).text).toBe('answered');
    await client.close();
    expect(await stranger).toBe('cut off');
    expect(server.listening).toBe(false);
  });

  test('does not close a server that was listening before', async () => {
    const server = createServer(requestListener(createBank()));
    await new Promise<void>((listening) => server.listen(0, listening));
    const client = new JsonRpcTestClient(server, { url: '/bank' });
    expect(await client.jsonrpc('ping')).toMatchObject({ result: 'pong' });
    await client.close();
    expect(server.listening).toBe(true);
    server.close();
  });

  test('does not close the app', async () => {
    const app = fastifyApp(createBank());
    for (const _ of ['first', 'second']) {
      const client = new JsonRpcTestClient(app, { url: '/bank' });
      expect(await client.jsonrpc('ping')).toMatchObject({ result: 'pong' });
      await client.close();
    }
    await app.close();
  });
});

test('a client uses the dependency overrides of the Api', async () => {
  const api = createBank();
  api.dependencyOverrides.set(
    getBalance,
    dependency({}, () => 5),
  );
  expect(await new JsonRpcTestClient(api).jsonrpc('withdraw', { amount: 6 })).toMatchObject({
    error: { code: 6001, data: { balance: 5 } },
  });
});
