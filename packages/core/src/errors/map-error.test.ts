import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, postJson, serve } from '../../test/call.js';
import { memoryLogger } from '../../test/in-process.js';
import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  type JsonRpcContext,
  RpcError,
} from '../index.js';

class NotFound extends defineError({ code: 6404, message: 'Not found' }) {}

/** Calls a method that throws a value. Returns its error, and what was logged. */
async function errorOf(thrown: unknown, options: EntrypointOptions): Promise<object> {
  const rpc = new Entrypoint('/rpc', options);
  rpc.method('fail', {}, () => {
    throw thrown;
  });
  const { api, log } = serve(rpc);
  const { error } = await call(api, 'fail');
  return { error, log: log.map(({ message }) => message) };
}

const INTERNAL = { code: -32603, message: 'Internal error' };

test('mapError() converts an error of the application, which is then not logged', async () => {
  const mapError = (error: unknown) => (error instanceof RangeError ? new NotFound() : undefined);
  expect(await errorOf(new RangeError('No row 7'), { mapError })).toEqual({
    error: { code: 6404, message: 'Not found' },
    log: [],
  });
  expect(await errorOf(new Error('Unknown'), { mapError })).toEqual({
    error: INTERNAL,
    log: ['Call failed'],
  });
});

test('mapError() is called neither for a result nor for typed and HTTP errors', async () => {
  const mapError = (): never => expect.unreachable();
  const rpc = new Entrypoint('/rpc', { mapError });
  rpc.method('good', {}, () => 1);
  rpc.method('typed', {}, () => {
    throw new NotFound();
  });
  rpc.method('http', {}, () => {
    throw new HttpError(402);
  });
  const { api, log } = serve(rpc);
  expect(await call(api, 'good')).toMatchObject({ result: 1 });
  expect(await call(api, 'typed')).toMatchObject({ error: { code: 6404 } });
  expect(await call(api, 'unknown')).toMatchObject({ error: { code: -32601 } });
  expect(await postJson(api, { jsonrpc: '2.0', id: 1, method: 'http' })).toMatchObject({
    status: 402,
  });
  expect(log).toEqual([]);
});

test('the mapError() of the api converts what that of the entrypoint leaves', async () => {
  const seen: string[] = [];
  const mapper = (name: string, known: string) => (error: unknown) => {
    seen.push(name);
    return (error as Error).message === known ? new RpcError(1, name) : undefined;
  };
  const rpc = new Entrypoint('/rpc', { mapError: mapper('entrypoint', 'a') });
  for (const message of ['a', 'b', 'c']) {
    rpc.method(message, {}, () => {
      throw new Error(message);
    });
  }
  const logger = memoryLogger();
  const api = new Api({ logger, mapError: mapper('api', 'b') }).bindEntrypoint(rpc);
  expect(await call(api, 'a')).toMatchObject({ error: { message: 'entrypoint' } });
  expect(await call(api, 'b')).toMatchObject({ error: { message: 'api' } });
  expect(await call(api, 'c')).toMatchObject({ error: INTERNAL });
  expect(seen).toEqual(['entrypoint', 'entrypoint', 'api', 'entrypoint', 'api']);
});

test('middlewares see the error that mapError() returns, and mapError() sees what they throw', async () => {
  const seen: unknown[] = [];
  const mapError = (error: unknown) => new RpcError(5, String(error));
  const outer = async (ctx: JsonRpcContext, next: () => Promise<void>): Promise<void> => {
    await next().catch((error: unknown) => {
      seen.push(error, ctx.exception, ctx.isUnhandledException);
      throw error;
    });
  };
  const inner = async (_ctx: JsonRpcContext, next: () => Promise<void>): Promise<void> => {
    await next();
    // oxlint-disable-next-line no-throw-literal -- applications throw anything
    throw 'after next()';
  };
  const rpc = new Entrypoint('/rpc', { mapError, middlewares: [outer] });
  rpc.method('fail', {}, () => {
    throw new Error('handler');
  });
  rpc.method('good', { middlewares: [inner] }, () => 1);
  const { api } = serve(rpc);
  expect(await call(api, 'fail')).toMatchObject({ error: { message: 'Error: handler' } });
  expect(await call(api, 'good')).toMatchObject({ error: { message: 'after next()' } });
  const [first, firstException, , second, secondException] = seen;
  expect([first, second]).toEqual([expect.any(RpcError), expect.any(RpcError)]);
  expect([first, second]).toEqual([firstException, secondException]);
  expect([seen[2], seen[5]]).toEqual([false, false]);
});

test('a dependency receives the original error, and a failure of the HTTP request is mapped', async () => {
  const seen: unknown[] = [];
  const original = new Error('original');
  const transaction = dependency({}, function* () {
    try {
      yield 1;
    } catch (error) {
      seen.push(error);
      throw error;
    }
  });
  const broken = dependency({}, () => {
    throw original;
  });
  const mapError = (): HttpError => new HttpError(503, 'Try later');
  const rpc = new Entrypoint('/rpc', { mapError });
  rpc.method('fail', { args: { transaction } }, () => {
    throw original;
  });
  const shared = new Entrypoint('/shared', { mapError, messageDependencies: [broken] });
  shared.method('ping', {}, () => 'pong');
  const { api } = serve(rpc, shared);
  const failing = { jsonrpc: '2.0', id: 1, method: 'fail' };
  expect(await postJson(api, failing)).toMatchObject({ status: 503 });
  expect(seen).toEqual([original]);
  const ping = [{ ...failing, method: 'ping' }];
  expect(await postJson(api, ping, { path: '/shared' })).toMatchObject({ status: 503 });
});

const revoked = Proxy.revocable({}, {});
revoked.revoke();

test.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('No');
    },
  ],
  [
    'throws a revoked proxy',
    () => {
      throw revoked.proxy;
    },
  ],
  ['returns a string', () => 'no'],
  ['returns a promise', () => Promise.reject(new Error('No'))],
  ['returns an untyped error', () => new Error('No')],
  ['returns a revoked proxy', () => revoked.proxy],
])(
  'a call fails with InternalError if mapError() %s, and both errors are logged',
  async (_, map) => {
    const mapError = map as () => undefined;
    expect(await errorOf(new Error('original'), { mapError })).toEqual({
      error: INTERNAL,
      log: ['mapError() failed', 'Call failed'],
    });
  },
);

test('mapError must be a function', () => {
  const mapError = 'no' as never;
  expect(() => new Entrypoint('/rpc', { mapError })).toThrow('mapError must be a function');
  expect(() => new Api({ mapError })).toThrow('mapError must be a function');
});

test('RpcError.from() converts plain objects with a code and a message', async () => {
  const mapError = RpcError.from;
  const data = { balance: 12 };
  expect(await errorOf({ code: 5001, message: 'Not enough', data }, { mapError })).toEqual({
    error: { code: 5001, message: 'Not enough', data },
    log: [],
  });
  expect(
    await errorOf({ code: 5001, message: 'Not enough', hint: 1, stack: '' }, { mapError }),
  ).toEqual({
    error: { code: 5001, message: 'Not enough' },
    log: ['Members of an error left out: only code, message and data are sent'],
  });
});

test.each([
  ['an Error with a code', Object.assign(new Error('E11000 duplicate key'), { code: 11000 })],
  ['a code that is a string', { code: 'ENOENT', message: 'no such file' }],
  ['a fraction as the code', { code: 1.5, message: 'half' }],
  ['no message', { code: 1 }],
  [
    'an object of a class',
    new (class {
      code = 1;
      message = 'm';
    })(),
  ],
  ['a string', 'failed'],
  ['undefined', undefined],
])('RpcError.from() does not convert %s', async (_, thrown) => {
  expect(RpcError.from(thrown)).toBeUndefined();
  expect(await errorOf(thrown, { mapError: RpcError.from })).toMatchObject({ error: INTERNAL });
});

test('an RpcError has the code, message and data that it was created with', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.string(), fc.jsonValue(), (code, message, data) => {
      const error = new RpcError(code, message, data);
      expect(error.getResponse(1)).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code, message, data },
      });
      expect(error).toMatchObject({ name: 'RpcError', code, message, data });
    }),
  );
  expect(new RpcError(1, 'no data').getResponse().error).toEqual({ code: 1, message: 'no data' });
  expect(() => new RpcError(1.5, 'm')).toThrow('RpcError: code must be an integer, not 1.5');
  expect(() => new RpcError(1, 2 as never)).toThrow('RpcError: message must be a string, not 2');
});
