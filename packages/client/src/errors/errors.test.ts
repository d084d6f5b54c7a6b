import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../test/listen.js';
import { recordAnswers, recordBank, type Recorder } from '../../test/recorder.js';
import type * as methods from '../../test/server/methods.js';
import {
  type Client,
  type ClientOptions,
  createClient,
  HttpStatusError,
  InvalidResponseError,
  JsonRpcError,
  NetworkError,
  NotSentError,
  safe,
  TransportError,
} from '../index.js';

let recorder: Recorder;
let bank: Client<typeof methods>;
beforeEach(() => {
  recorder = recordBank();
  bank = createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch });
});

/** What a call fails with where this is the answer. */
async function failureOf(answer: unknown): Promise<unknown> {
  const { fetch } = recordAnswers(() => answer);
  return failed(createClient({ url: '/', fetch }).$call('add', { a: 1 }));
}

async function failed(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (result) => expect.unreachable(`no error, but ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );
}

describe('an error that the server answers with', () => {
  test('has its code, message and data', async () => {
    const error = await failed(bank.withdraw({ accountId: '1.1', amount: 101 }));
    expect(error).toBeInstanceOf(JsonRpcError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'JsonRpcError',
      code: 6001,
      message: 'Not enough money',
      data: { balance: 100 },
      method: 'withdraw',
    });
  });

  test('has data as JSON brings it, and undefined where there is none', async () => {
    await expect(bank.withdraw({ accountId: 'closed', amount: 1 })).rejects.toMatchObject({
      code: 6002,
      data: { since: '1970-01-01T00:00:00.000Z' },
    });
    await expect(bank.broken()).rejects.toMatchObject({ code: -32603, data: undefined });
  });

  test('is a standard one where the params are wrong, or there is no such method', async () => {
    await expect(bank.withdraw({ accountId: '1.1', amount: -1 })).rejects.toMatchObject({
      code: -32602,
      data: { errors: [{ loc: ['amount'] }] },
    });
    const anyone = createClient({ url: 'http://bank/rpc', fetch: recorder.fetch });
    await expect(anyone.$call('nothing')).rejects.toMatchObject({ code: -32601 });
  });

  test.each([400, 401, 404, 500, 503])('counts whatever the HTTP status is: %i', async (status) => {
    const body = { jsonrpc: '2.0', id: 1, error: { code: 5, message: 'No' } };
    const error = await failureOf(Response.json(body, { status }));
    expect(error).toBeInstanceOf(JsonRpcError);
    expect(error).toMatchObject({ code: 5, message: 'No' });
  });

  test('without an id is that of the call', async () => {
    const error = { code: -32700, message: 'Parse error' };
    expect(await failureOf({ jsonrpc: '2.0', id: null, error })).toMatchObject(error);
    expect(await failureOf({ jsonrpc: '2.0', error })).toMatchObject(error);
  });

  test('says why the server refused the request as a whole', async () => {
    const large = bank.echo({ text: 'x'.repeat(10_001) });
    await expect(large).rejects.toMatchObject({ code: -32600, method: 'echo' });
    const text = bank.ping({}, { headers: { 'content-type': 'text/plain' } });
    await expect(text).rejects.toMatchObject({ code: -32600 });
    const notified = bank.$notify.ping({}, { headers: { 'content-type': 'text/plain' } });
    await expect(notified).rejects.toMatchObject({ code: -32600 });
  });

  test('is printed with its name and its message', async () => {
    const error = await failed(bank.withdraw({ accountId: '1.1', amount: 101 }));
    expect(String(error)).toBe('JsonRpcError: Not enough money');
    expect((error as Error).stack).toMatch(/^JsonRpcError: Not enough money\n/);
  });
});

describe('where nothing was sent', () => {
  const expectNotSent = async (call: Promise<unknown>): Promise<NotSentError> => {
    const error = await failed(call);
    expect(error).toBeInstanceOf(NotSentError);
    expect(recorder.requests).toEqual([]);
    return error as NotSentError;
  };
  const clientWith = (options: Partial<ClientOptions>): Client<typeof methods> =>
    createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch, ...options });

  test('the params are nothing that JSON can carry', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['cycle'] = cycle;
    const error = await expectNotSent(bank.echo({ amount: 5n }));
    expect(error.message).toBe('The params of echo are nothing that JSON can carry');
    expect(error.cause).toBeInstanceOf(TypeError);
    await expectNotSent(bank.echo(cycle));
    await expectNotSent(bank.$notify.echo(cycle));
  });

  test('the headers could not be had', async () => {
    const cause = new Error('no token');
    const throwing = clientWith({
      headers: () => {
        throw cause;
      },
    });
    expect((await expectNotSent(throwing.ping())).cause).toBe(cause);
    const rejecting = clientWith({ headers: () => Promise.reject(cause) });
    expect((await expectNotSent(rejecting.ping())).cause).toBe(cause);
  });

  test('the headers are none that HTTP allows', async () => {
    await expectNotSent(bank.ping({}, { headers: { token: 'a\nb' } }));
    await expectNotSent(clientWith({ headers: { 'no name': 'x' } }).ping());
  });
});

describe('where there is no answer', () => {
  test('nobody listens', async () => {
    const server = createServer();
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => {
      server.close(closed);
    });
    const error = await failed(createClient({ url: `http://127.0.0.1:${port}/` }).$call('a'));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code: 'network', name: 'NetworkError' });
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });

  test('the connection breaks off before it', async () => {
    const url = await listen((request) => request.socket.destroy());
    await expect(createClient({ url }).$call('a')).rejects.toBeInstanceOf(NetworkError);
  });

  test('the connection breaks off in the middle of it', async () => {
    const url = await listen((request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"jsonrpc":"2.0",', () => request.socket.destroy());
    });
    await expect(createClient({ url }).$call('a')).rejects.toBeInstanceOf(NetworkError);
    await expect(createClient({ url }).$notify.$call('a')).rejects.toBeInstanceOf(NetworkError);
  });
});

describe('where the HTTP status says that it failed', () => {
  test('the error has the status, the headers and the body', async () => {
    const error = await failed(bank.whoami({}, { headers: { token: 'refused' } }));
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({
      code: 'http-status',
      message: 'The server answered with HTTP status 401',
      status: 401,
      body: '{"detail":"No entry"}',
    });
    expect((error as HttpStatusError).headers.get('www-authenticate')).toBe('Bearer realm="bank"');
  });

  test.each([
    ['an empty body', ''],
    ['HTML', '<h1>Bad Gateway</h1>'],
    ['JSON of a gateway', '{"error":{"code":502,"message":"Bad Gateway"}}'],
    ['an empty batch', '[]'],
    ['a batch that is none', '[{"jsonrpc":"2.0","id":1,"result":1},5]'],
  ])('so it is with %s', async (_, body) => {
    expect(await failureOf(new Response(body, { status: 502 }))).toMatchObject({
      code: 'http-status',
      status: 502,
      body,
    });
  });

  test('a notification fails, too', async () => {
    const { fetch } = recordAnswers(() => new Response('Bad Gateway', { status: 502 }));
    const notified = createClient({ url: '/', fetch }).$notify.$call('a');
    await expect(notified).rejects.toBeInstanceOf(HttpStatusError);
  });
});

describe('where the body is not what JSON-RPC says', () => {
  test.each([
    ['empty-body', 'nothing', ''],
    ['empty-body', 'spaces', ' \n'],
    ['not-json', 'HTML', '<h1>Login</h1>'],
    ['not-json', 'half of an answer', '{"jsonrpc":"2.0","id":1,'],
    ['not-json-rpc', 'null', 'null'],
    ['not-json-rpc', 'a string', '"jsonrpc"'],
    ['not-json-rpc', 'an empty batch', '[]'],
    ['not-json-rpc', 'other JSON', '{"id":1,"result":5}'],
    ['not-json-rpc', 'JSON-RPC 1.0', '{"jsonrpc":"1.0","id":1,"result":5}'],
    ['not-json-rpc', 'a batch that is none', '[{"jsonrpc":"2.0","id":1,"result":1},5]'],
    ['not-json-rpc', 'neither a result nor an error', '{"jsonrpc":"2.0","id":1}'],
    ['not-json-rpc', 'an error that is none', '{"jsonrpc":"2.0","id":1,"error":"no"}'],
    [
      'not-json-rpc',
      'an error without a code',
      '{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}',
    ],
    ['not-json-rpc', 'an error without a message', '{"jsonrpc":"2.0","id":1,"error":{"code":1}}'],
    ['not-json-rpc', 'a result beside it', '{"jsonrpc":"2.0","id":1,"result":5,"error":"no"}'],
    [
      'unknown-id',
      'an error for another',
      '{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}',
    ],
    ['unknown-id', 'another id', '{"jsonrpc":"2.0","id":2,"result":5}'],
    ['unknown-id', 'the id as a string', '{"jsonrpc":"2.0","id":"1","result":5}'],
    ['unknown-id', 'a result without an id', '{"jsonrpc":"2.0","result":5}'],
    ['unknown-id', 'a result for null', '{"jsonrpc":"2.0","id":null,"result":5}'],
    ['unknown-id', 'no error for null', '{"jsonrpc":"2.0","id":null,"error":null}'],
  ])('it is %s: %s', async (reason, _, body) => {
    const error = await failureOf(new Response(body));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ code: 'invalid-response', reason, status: 200, body });
  });

  test('null beside a result is no error', async () => {
    const { fetch } = recordAnswers(() => ({ jsonrpc: '2.0', id: 1, result: 5, error: null }));
    await expect(createClient({ url: '/', fetch }).$call('a')).resolves.toBe(5);
  });

  test('a byte order mark before the JSON is', async () => {
    const body = '\uFEFF{"jsonrpc":"2.0","id":1,"result":5}';
    const { fetch } = recordAnswers(() => new Response(body));
    await expect(createClient({ url: '/', fetch }).$call('a')).resolves.toBe(5);
  });
});

describe('all that is no JSON-RPC', () => {
  test('is a TransportError', async () => {
    expect(await failureOf(new Response(''))).toBeInstanceOf(TransportError);
    expect(await failureOf(new Response('', { status: 500 }))).toBeInstanceOf(TransportError);
    expect(await failed(bank.echo({ a: 5n }))).toBeInstanceOf(TransportError);
    expect(await failed(bank.broken())).not.toBeInstanceOf(TransportError);
  });
});

describe('safe()', () => {
  test('gives the result, or the error, as a value', async () => {
    expect(await safe(bank.ping())).toEqual({ ok: true, result: 'pong' });
    const answer = await safe(bank.withdraw({ accountId: '1.1', amount: 101 }));
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 6001, data: { balance: 100 } },
    });
  });

  test('never rejects', async () => {
    expect(await safe(bank.echo({ a: 5n }))).toMatchObject({
      ok: false,
      error: { code: 'not-sent' },
    });
    expect(await safe(Promise.reject(new Error('another')))).toMatchObject({ ok: false });
  });
});
