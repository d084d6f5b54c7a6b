import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../test/listen.js';
import { recordResponses, recordBank, type Recorder } from '../../test/recorder.js';
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

/** Returns the error of a call that gets this response. */
async function errorFor(response: unknown): Promise<unknown> {
  const { fetch } = recordResponses(() => response);
  return errorOf(createClient({ url: '/', fetch }).$call('add', { a: 1 }));
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (result) => expect.unreachable(`The call succeeded: ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );
}

describe('an error response of the server', () => {
  test('has its code, message and data', async () => {
    const error = await errorOf(bank.withdraw({ accountId: '1.1', amount: 101 }));
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

  test('has the decoded data, or undefined when the response has no data', async () => {
    await expect(bank.withdraw({ accountId: 'closed', amount: 1 })).rejects.toMatchObject({
      code: 6002,
      data: { since: '1970-01-01T00:00:00.000Z' },
    });
    await expect(bank.broken()).rejects.toMatchObject({ code: -32603, data: undefined });
  });

  test('has a standard code for invalid params and unknown methods', async () => {
    await expect(bank.withdraw({ accountId: '1.1', amount: -1 })).rejects.toMatchObject({
      code: -32602,
      data: { errors: [{ loc: ['amount'] }] },
    });
    const untyped = createClient({ url: 'http://bank/rpc', fetch: recorder.fetch });
    await expect(untyped.$call('nothing')).rejects.toMatchObject({ code: -32601 });
  });

  test.each([400, 401, 404, 500, 503])(
    'becomes a JsonRpcError with HTTP status %i',
    async (status) => {
      const body = { jsonrpc: '2.0', id: 1, error: { code: 5, message: 'No' } };
      const error = await errorFor(Response.json(body, { status }));
      expect(error).toBeInstanceOf(JsonRpcError);
      expect(error).toMatchObject({ code: 5, message: 'No' });
      expect((error as Error).cause).toBeUndefined();
    },
  );

  test('without an id fails the call', async () => {
    const error = { code: -32700, message: 'Parse error' };
    expect(await errorFor({ jsonrpc: '2.0', id: null, error })).toMatchObject(error);
    expect(await errorFor({ jsonrpc: '2.0', error })).toMatchObject(error);
  });

  test('fails calls and notifications when the server rejects the whole request', async () => {
    const large = bank.echo({ text: 'x'.repeat(10_001) });
    await expect(large).rejects.toMatchObject({ code: -32600, method: 'echo' });
    const text = bank.ping({}, { headers: { 'content-type': 'text/plain' } });
    await expect(text).rejects.toMatchObject({ code: -32600 });
    const notified = bank.$notify.ping({}, { headers: { 'content-type': 'text/plain' } });
    await expect(notified).rejects.toMatchObject({ code: -32600 });
  });

  test('has a stack that starts with its name and message', async () => {
    const error = await errorOf(bank.withdraw({ accountId: '1.1', amount: 101 }));
    expect(String(error)).toBe('JsonRpcError: Not enough money');
    expect((error as Error).stack).toMatch(/^JsonRpcError: Not enough money\n/);
  });
});

describe('NotSentError', () => {
  const expectNotSent = async (call: Promise<unknown>): Promise<NotSentError> => {
    const error = await errorOf(call);
    expect(error).toBeInstanceOf(NotSentError);
    expect(recorder.requests).toEqual([]);
    return error as NotSentError;
  };
  const clientWith = (options: Partial<ClientOptions>): Client<typeof methods> =>
    createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch, ...options });

  test('is the error when JSON cannot encode the params', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['cycle'] = cycle;
    const error = await expectNotSent(bank.echo({ amount: 5n }));
    expect(error.message).toBe("The params of echo can't be encoded as JSON");
    expect(error.cause).toBeInstanceOf(TypeError);
    await expectNotSent(bank.echo(cycle));
    await expectNotSent(bank.$notify.echo(cycle));
  });

  test('is the error when the headers function throws or rejects', async () => {
    const cause = new Error('no token');
    const throwing = clientWith({
      headers: () => {
        throw cause;
      },
    });
    expect(await expectNotSent(throwing.ping())).toMatchObject({
      message: 'The headers function of createClient() failed',
      cause,
    });
    const rejecting = clientWith({ headers: () => Promise.reject(cause) });
    expect((await expectNotSent(rejecting.ping())).cause).toBe(cause);
  });

  test('is the error when HTTP does not allow a header', async () => {
    const error = await expectNotSent(bank.ping({}, { headers: { token: 'a\nb' } }));
    expect(error.message).toBe('A header has an invalid name or value');
    expect(error.cause).toBeInstanceOf(TypeError);
    await expectNotSent(clientWith({ headers: { 'no name': 'x' } }).ping());
  });
});

describe('NetworkError', () => {
  test('is the error when no server listens', async () => {
    const server = createServer();
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => {
      server.close(closed);
    });
    const error = await errorOf(createClient({ url: `http://127.0.0.1:${port}/` }).$call('a'));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code: 'network', name: 'NetworkError' });
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });

  test('is the error when the connection closes before the response', async () => {
    const url = await listen((request) => request.socket.destroy());
    await expect(createClient({ url }).$call('a')).rejects.toBeInstanceOf(NetworkError);
  });

  test('is the error when the connection closes within the response', async () => {
    const url = await listen((request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"jsonrpc":"2.0",', () => request.socket.destroy());
    });
    await expect(createClient({ url }).$call('a')).rejects.toBeInstanceOf(NetworkError);
    await expect(createClient({ url }).$notify.$call('a')).rejects.toBeInstanceOf(NetworkError);
  });
});

describe('HttpStatusError', () => {
  test('has the status, the headers and the body', async () => {
    const error = await errorOf(bank.whoami({}, { headers: { token: 'unauthorized' } }));
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({
      code: 'http-status',
      message: 'The server responded with HTTP status 401',
      status: 401,
      body: '{"detail":"Unauthorized"}',
    });
    expect((error as HttpStatusError).headers.get('www-authenticate')).toBe('Bearer realm="bank"');
  });

  test.each([
    ['an empty body', ''],
    ['HTML', '<h1>Bad Gateway</h1>'],
    ['the JSON of a gateway', '{"error":{"code":502,"message":"Bad Gateway"}}'],
    ['an empty batch', '[]'],
    ['an invalid batch', '[{"jsonrpc":"2.0","id":1,"result":1},5]'],
  ])('is the error when the body is %s', async (_, body) => {
    expect(await errorFor(new Response(body, { status: 502 }))).toMatchObject({
      code: 'http-status',
      status: 502,
      body,
    });
  });

  test('is the error of a notification, too', async () => {
    const { fetch } = recordResponses(() => new Response('Bad Gateway', { status: 502 }));
    const notified = createClient({ url: '/', fetch }).$notify.$call('a');
    await expect(notified).rejects.toBeInstanceOf(HttpStatusError);
  });
});

describe('InvalidResponseError', () => {
  test.each([
    ['empty-body', 'empty', ''],
    ['empty-body', 'spaces', ' \n'],
    ['not-json', 'HTML', '<h1>Login</h1>'],
    ['not-json', 'half of a response', '{"jsonrpc":"2.0","id":1,'],
    ['not-json-rpc', 'null', 'null'],
    ['not-json-rpc', 'a string', '"jsonrpc"'],
    ['not-json-rpc', 'an empty batch', '[]'],
    ['not-json-rpc', 'other JSON', '{"id":1,"result":5}'],
    ['not-json-rpc', 'JSON-RPC 1.0', '{"jsonrpc":"1.0","id":1,"result":5}'],
    ['not-json-rpc', 'an invalid batch', '[{"jsonrpc":"2.0","id":1,"result":1},5]'],
    ['not-json-rpc', 'a response with neither a result nor an error', '{"jsonrpc":"2.0","id":1}'],
    ['not-json-rpc', 'a response whose error is a string', '{"jsonrpc":"2.0","id":1,"error":"no"}'],
    [
      'not-json-rpc',
      'a response whose error has no code',
      '{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}',
    ],
    [
      'not-json-rpc',
      'a response whose error has no message',
      '{"jsonrpc":"2.0","id":1,"error":{"code":1}}',
    ],
    [
      'not-json-rpc',
      'a response with a result and an invalid error',
      '{"jsonrpc":"2.0","id":1,"result":5,"error":"no"}',
    ],
    [
      'unknown-id',
      'an error response to another call',
      '{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":""}}',
    ],
    ['unknown-id', 'a response to another call', '{"jsonrpc":"2.0","id":2,"result":5}'],
    ['unknown-id', 'a response with the id as a string', '{"jsonrpc":"2.0","id":"1","result":5}'],
    ['unknown-id', 'a result without an id', '{"jsonrpc":"2.0","result":5}'],
    ['unknown-id', 'a result with the id null', '{"jsonrpc":"2.0","id":null,"result":5}'],
    [
      'unknown-id',
      'a response with the id null and no error',
      '{"jsonrpc":"2.0","id":null,"error":null}',
    ],
  ])('has the reason %s when the body is %s', async (reason, _, body) => {
    const error = await errorFor(new Response(body));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ code: 'invalid-response', reason, status: 200, body });
  });

  test('has the reason empty-body for the calls of a batch with a notification', async () => {
    const { fetch } = recordResponses(() => new Response(''));
    const client = createClient({ url: '/', fetch });
    const outcomes = await client.$batch.safe((b) => [b.$call('a'), b.$notify.$call('b')]);
    expect(outcomes[0]).toMatchObject({ error: { reason: 'empty-body' } });
  });

  test('is not thrown for a notification that gets the response to another call', async () => {
    const error = { code: 1, message: 'other' };
    const { fetch } = recordResponses(() => ({ jsonrpc: '2.0', id: 5, error }));
    await expect(createClient({ url: '/', fetch }).$notify.$call('a')).resolves.toBeUndefined();
  });

  test('is not thrown for a result with `error: null`', async () => {
    const { fetch } = recordResponses(() => ({ jsonrpc: '2.0', id: 1, result: 5, error: null }));
    await expect(createClient({ url: '/', fetch }).$call('a')).resolves.toBe(5);
  });

  test('is not thrown for a byte order mark before the JSON', async () => {
    const body = '\uFEFF{"jsonrpc":"2.0","id":1,"result":5}';
    const { fetch } = recordResponses(() => new Response(body));
    await expect(createClient({ url: '/', fetch }).$call('a')).resolves.toBe(5);
  });
});

describe('TransportError', () => {
  test('is the base class of all errors but JsonRpcError', async () => {
    expect(await errorFor(new Response(''))).toBeInstanceOf(TransportError);
    expect(await errorFor(new Response('', { status: 500 }))).toBeInstanceOf(TransportError);
    expect(await errorOf(bank.echo({ a: 5n }))).toBeInstanceOf(TransportError);
    expect(await errorOf(bank.broken())).not.toBeInstanceOf(TransportError);
  });
});

describe('safe()', () => {
  test('returns the result or the error as a value', async () => {
    expect(await safe(bank.ping())).toEqual({ ok: true, result: 'pong' });
    const outcome = await safe(bank.withdraw({ accountId: '1.1', amount: 101 }));
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 6001, data: { balance: 100 } },
    });
  });

  test('never rejects', async () => {
    expect(await safe(bank.echo({ a: 5n }))).toMatchObject({
      ok: false,
      error: { code: 'not-sent' },
    });
    expect(await safe(Promise.reject(new Error('of another promise')))).toMatchObject({
      ok: false,
    });
  });
});
