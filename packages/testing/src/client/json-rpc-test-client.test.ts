import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, dependency, Entrypoint } from '@jsonrpc-kit/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createBank, getBalance } from '../../test/bank-api.js';
import { fastifyApp, frameworkApps, honoApp, requestListener } from '../../test/framework-apps.js';
import { byPosition, type EnvelopeMembers, JsonRpcTestClient } from '../index.js';

/** What the method `echo` answers with. */
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

  test('calls a method by name, with the id 0, and gives the decoded body', async () => {
    const answer = await connected().jsonrpc('withdraw', { amount: 30 });
    expect(answer).toEqual({ jsonrpc: '2.0', id: 0, result: { balance: 70 } });
    expect(await client.jsonrpc('withdraw', { amount: 300 })).toEqual({
      jsonrpc: '2.0',
      id: 0,
      error: { code: 6001, message: 'Not enough money', data: { balance: 100 } },
    });
  });

  test('sends just these members, and {} where no params are given', async () => {
    const { result } = await connected().jsonrpc('echo');
    const { message, headers } = result as Echo;
    expect(message).toEqual({ id: 0, jsonrpc: '2.0', method: 'echo', params: {} });
    expect(headers).toEqual({ type: 'application/json', user: 'ann' });
  });

  test('sends another id, other headers, and positions', async () => {
    const options = { requestId: 'seven', headers: { user: 'bob' } };
    const { id, result } = await connected().jsonrpc('echo', {}, options);
    expect(id).toBe('seven');
    expect((result as Echo).headers).toMatchObject({ user: 'bob' });
    expect(await client.jsonrpc('echo', byPosition(1))).toMatchObject({ error: { code: -32602 } });
    expect(await client.jsonrpc('echo', null)).toMatchObject({ error: { code: -32600 } });
  });

  test('asserts no status', async () => {
    expect(await connected().jsonrpc('leave')).toEqual({ detail: 'Not authenticated' });
  });

  test('sends a batch, each call with its place as the id', async () => {
    const answers = await connected().batch([
      { method: 'ping' },
      { method: 'ping', isNotification: true },
      { method: 'withdraw', params: { amount: 1 }, requestId: 'last' },
      { method: 'ping' },
    ]);
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 0, result: 'pong' },
      { jsonrpc: '2.0', id: 'last', result: { balance: 99 } },
      { jsonrpc: '2.0', id: 3, result: 'pong' },
    ]);
    expect(await client.batch([{ method: 'ping', isNotification: true }])).toEqual([]);
  });

  test('sends further members of the envelope, behind its own', async () => {
    const envelope = { traceId: '7', of: { any: 'kind' } };
    const { error } = await connected().jsonrpc('echo', {}, { envelope });
    const extra = ['traceId', 'of'].map((name) => ({ loc: [name] }));
    expect(error).toMatchObject({ code: -32600, data: { errors: extra } });
    const [answer] = await client.batch([{ method: 'ping', envelope }]);
    expect(answer.error).toMatchObject({ code: -32600, data: { errors: extra } });
  });

  test('sends a notification, which has no answer', async () => {
    await expect(connected().notify('withdraw', { amount: 1 })).resolves.toBeUndefined();
  });

  test('sends any request, and gives status, headers, text and JSON', async () => {
    const answer = await connected().request({ json: { jsonrpc: '2.0', id: 1, method: 'leave' } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="bank"');
    expect(answer.text).toBe('{"detail":"Not authenticated"}');
    expect(answer.json).toEqual({ detail: 'Not authenticated' });
  });

  test('keeps several headers of one name apart', async () => {
    const { headers } = await connected().request({
      json: { jsonrpc: '2.0', id: 1, method: 'echo' },
    });
    expect(headers.getSetCookie().map((cookie) => cookie.slice(0, 5))).toEqual(['one=1', 'two=2']);
  });

  test('sends bodies, verbs and content-types as they are', async () => {
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

  test('sends to another url where a request says so', async () => {
    const url = '/bank/ping?of=no-interest';
    expect(await connected().jsonrpc('ping', {}, { url })).toMatchObject({ result: 'pong' });
    expect(await client.jsonrpc('echo', {}, { url })).toMatchObject({ error: { code: -32601 } });
    expect((await client.request({ url: '/elsewhere' })).status).toBe(404);
  });

  test('sends many requests at once', async () => {
    connected();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, requestId) => client.jsonrpc('ping', {}, { requestId })),
    );
    expect(answers.map(({ id }) => id)).toEqual(answers.map((_, index) => index));
  });

  test('is of no use once it is closed, and can be closed twice', async () => {
    await connected().jsonrpc('ping');
    await client.close();
    await client.close();
    await expect(client.jsonrpc('ping')).rejects.toThrow('This JsonRpcTestClient is closed');
  });
});

describe('the url', () => {
  test("is the path of an Api's only entrypoint", async () => {
    expect(await new JsonRpcTestClient(createBank()).jsonrpc('ping')).toMatchObject({
      result: 'pong',
    });
  });

  test('has to be said where there are several, and for an app that hides them', async () => {
    const api = createBank().bindEntrypoint(new Entrypoint('/other'));
    for (const app of [api, honoApp(api)]) {
      await expect(new JsonRpcTestClient(app).jsonrpc('ping')).rejects.toThrow(
        'Where does ping go? Give the client, or this request, a url; ' +
          "the fixtures take it from .extend('jsonrpcUrl', '/path')",
      );
    }
  });
});

describe('the request object', () => {
  const sent: string[] = [];
  const client = new JsonRpcTestClient({
    fetch: async (request: Request) => {
      sent.push(await request.text());
      return new Response(sent.at(-1)?.startsWith('[') === true ? '[]' : null);
    },
  });
  const options = { url: '/', envelope: { traceId: '7' } };

  test('has the further members last', async () => {
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

  test.each(['id', 'jsonrpc', 'method', 'params'])('keeps its own %s', async (name) => {
    const envelope = { [name]: undefined };
    const wrong = { ...options, envelope: envelope as EnvelopeMembers };
    const message = `envelope: ${name} is one of the client's own members`;
    await expect(client.jsonrpc('ping', {}, wrong)).rejects.toThrow(message);
    await expect(client.notify('ping', {}, wrong)).rejects.toThrow(message);
    const { envelope: members } = wrong;
    const batch = client.batch([{ method: 'ping', envelope: members }]);
    await expect(batch).rejects.toThrow(message);
  });
});

describe('what an answer can not be', () => {
  test('a batch that is refused as a whole is shown, with its status', async () => {
    await expect(new JsonRpcTestClient(createBank()).batch([])).rejects.toThrow(
      /^The batch was not answered by an array but, with status 200, by \{"jsonrpc":"2.0","id":null,"error":\{"code":-32600/,
    );
    const app = { fetch: () => Response.json({ detail: 'Not authenticated' }, { status: 401 }) };
    const client = new JsonRpcTestClient(app, { url: '/' });
    await expect(client.batch([{ method: 'ping' }])).rejects.toThrow(
      'The batch was not answered by an array but, with status 401, by ' +
        '{"detail":"Not authenticated"}; ask request() for such an answer',
    );
  });

  test('so is the answer to a notification, which a wrong url has', async () => {
    const client = new JsonRpcTestClient(createBank());
    await expect(client.notify('ping', {}, { url: '/rpc' })).rejects.toThrow(
      'A notification has no answer, but with status 404 came /rpc is no path of the Api, which has /bank',
    );
  });

  test('a body that is no JSON is shown with its status, its beginning only', async () => {
    const app = (_: unknown, response: { end: (text: string) => void }): void =>
      response.end('x'.repeat(500));
    const client = new JsonRpcTestClient(app, { url: '/' });
    await expect(client.jsonrpc('ping')).rejects.toThrow(
      `The answer is no JSON: status 200, no content-type, "${'x'.repeat(200)}…"`,
    );
    await client.close();
  });

  test('nor is an empty one', async () => {
    const app = (_: unknown, response: { end: () => void }): void => response.end();
    const client = new JsonRpcTestClient(app, { url: '/' });
    await expect(client.jsonrpc('ping')).rejects.toThrow('status 200 and an empty body');
    await client.close();
  });
});

describe('an Api alone', () => {
  test('counts the bytes of the body, and reads no other text than UTF-8', async () => {
    const small = new Entrypoint('/small', { maxBodyBytes: 10 });
    const client = new JsonRpcTestClient(new Api().bindEntrypoint(small));
    expect((await client.request({ body: 'ü'.repeat(6) })).status).toBe(413);
    const { status, json } = await client.request({ body: new Uint8Array([0xff]) });
    expect([status, json]).toMatchObject([200, { error: { code: -32700 } }]);
  });
});

describe('closing the client', () => {
  test('frees its port, whoever still waits for an answer there', async () => {
    const server = createServer();
    const client = new JsonRpcTestClient(server);
    const answered = client.request({ url: '/' });
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    const { port } = server.address() as AddressInfo;
    const stranger = fetch(`http://127.0.0.1:${port}/`).then(
      () => 'answered',
      () => 'cut off',
    );
    await once(server, 'request');
    response.end('answered');
    expect((await answered).text).toBe('answered');
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

test('overrides of dependencies hold for it as for any client', async () => {
  const api = createBank();
  api.dependencyOverrides.set(
    getBalance,
    dependency({}, () => 5),
  );
  expect(await new JsonRpcTestClient(api).jsonrpc('withdraw', { amount: 6 })).toMatchObject({
    error: { code: 6001, data: { balance: 5 } },
  });
});
