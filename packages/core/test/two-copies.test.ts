import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { VERSION } from '../src/brand/brand.js';
import type * as fetchExport from '../src/fetch.js';
import type * as mainExport from '../src/index.js';
import { memoryLogger, notification, request } from './in-process.js';

// Vitest lets Node load the modules below a folder of this name, so that each copy is loaded once.
const folder = mkdtempSync(join(tmpdir(), 'two-copies-'));
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

afterAll(() => rmSync(folder, { recursive: true }));

type Core = typeof mainExport & typeof fetchExport;

/** Copies the built package, sets the version of the copy, and loads it. */
async function loadCopy(name: string, version: string): Promise<Core> {
  const copy = join(folder, 'node_modules', name);
  for (const part of ['dist', 'package.json']) {
    cpSync(join(packageFolder, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(packageFolder, 'node_modules'), join(copy, 'node_modules'));
  const brandFile = join(copy, 'dist/brand/brand.js');
  const code = readFileSync(brandFile, 'utf8');
  writeFileSync(brandFile, code.replace(`'${VERSION}'`, `'${version}'`));
  const load = async (file: string): Promise<unknown> =>
    import(/* @vite-ignore */ pathToFileURL(join(copy, 'dist', file)).href);
  return { ...((await load('index.js')) as Core), ...((await load('fetch.js')) as Core) };
}

const core = await loadCopy('core', '1.4.2');
const other = await loadCopy('other', '1.4.2');
const newerMinor = await loadCopy('newer-minor', '1.5.0');
const newerMajor = await loadCopy('newer-major', '2.0.0');

const { Api, defineMethod, Entrypoint } = core;

class NotEnoughMoney extends other.defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}

const withdraw = other.defineMethod(
  'withdraw',
  { args: { amount: v.number() }, errors: [NotEnoughMoney, other.InvalidParams] },
  ({ amount }) => {
    if (amount > 100) throw new NotEnoughMoney({ balance: 100 });
    return 100 - amount;
  },
);

interface Outcome {
  readonly status: number;
  readonly json: unknown;
  readonly challenge: string | null;
}

async function post(api: mainExport.Api, body: unknown): Promise<Outcome> {
  const handler = core.jsonRpc(api);
  const response = await handler(
    new Request('http://localhost/rpc', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    json: text === '' ? undefined : (JSON.parse(text) as unknown),
    challenge: response.headers.get('www-authenticate'),
  };
}

/** Posts a call to a method, and expects that nothing is logged. */
async function call(
  method: mainExport.Method,
  params: object = {},
  options: mainExport.EntrypointOptions = {},
): Promise<Outcome> {
  const logger = memoryLogger();
  const entrypoint = new Entrypoint('/rpc', options).addMethods([method]);
  const api = new Api({ logger }).bindEntrypoint(entrypoint);
  const outcome = await post(api, { ...request(method.name, params), id: 1 });
  expect(logger.entries).toEqual([]);
  return outcome;
}

describe('a method of another copy of the package', () => {
  test('returns its result, and its typed error with code, message and data', async () => {
    expect(await call(withdraw, { amount: 40 })).toMatchObject({ json: { result: 60 } });
    expect(await call(withdraw, { amount: 500 })).toMatchObject({
      status: 200,
      json: { error: { code: 6001, message: 'Not enough money', data: { balance: 100 } } },
    });
  });

  test.each([
    ['another copy', other],
    ['a copy with a newer minor version', newerMinor],
    ['a copy with a newer major version', newerMajor],
  ])('keeps the status, detail and headers of an HttpError from %s', async (_, { HttpError }) => {
    const login = other.defineMethod('login', {}, () => {
      throw new HttpError(401, 'Log in', { 'www-authenticate': 'Basic realm="bank"' });
    });
    expect(await call(login)).toEqual({
      status: 401,
      json: { detail: 'Log in' },
      challenge: 'Basic realm="bank"',
    });
  });

  test.each([
    ['another copy', other],
    ['a copy with a newer minor version', newerMinor],
    ['a copy with a newer major version', newerMajor],
  ])('keeps the problems of an InvalidParams from %s', async (_, { InvalidParams }) => {
    const errors = [{ loc: ['to'], msg: 'No such account', type: 'unknown' }];
    const transfer = defineMethod('transfer', {}, () => {
      throw new InvalidParams({ errors });
    });
    expect(await call(transfer)).toMatchObject({
      json: { error: { code: -32602, data: { errors } } },
    });
  });

  test('keeps its errors in a batch with a notification', async () => {
    const logger = memoryLogger();
    const entrypoint = new Entrypoint('/rpc').addMethods([withdraw]);
    const api = new Api({ logger }).bindEntrypoint(entrypoint);
    const { json } = await post(api, [
      request('withdraw', { amount: 500 }),
      notification('withdraw', { amount: 500 }),
      request('withdraw', { amount: 1 }),
    ]);
    expect(json).toMatchObject([{ error: { code: 6001 } }, { result: 99 }]);
    expect(logger.entries).toMatchObject([{ message: 'Notification failed' }]);
  });

  test('is called with a version whose minor number differs', async () => {
    const ping = newerMinor.defineMethod('ping', { result: v.literal('pong') }, () => 'pong');
    expect(await call(ping)).toMatchObject({ json: { result: 'pong' } });
  });
});

describe('a dependency of another copy of the package', () => {
  test('is resolved, gets the error at its yield, and is replaced by an override', async () => {
    const seen: unknown[] = [];
    const account = other.dependency({ id: v.string() }, function* ({ id }) {
      try {
        yield `account ${id}`;
      } catch (error) {
        seen.push(other.isBaseError(error) && error.code);
        throw error;
      }
    });
    const show = defineMethod('show', { args: { account, fail: v.boolean() } }, (args) => {
      if (args.fail) throw new core.LimitExceeded();
      return args.account;
    });
    const api = new Api().bindEntrypoint(new Entrypoint('/rpc').addMethods([show]));
    const ok = request('show', { id: 'a', fail: false });
    expect(await post(api, ok)).toMatchObject({ json: { result: 'account a' } });
    expect(await post(api, request('show', { id: 'a', fail: true }))).toMatchObject({
      json: { error: { code: -32005 } },
    });
    expect(seen).toEqual([-32005]);
    api.dependencyOverrides.set(account, () => 'replaced');
    expect(await post(api, ok)).toMatchObject({ json: { result: 'replaced' } });
  });

  test('runs once per message, and its HttpError is the response', async () => {
    const locked = other.dependency({}, () => {
      throw new other.HttpError(423);
    });
    expect(await call(withdraw, { amount: 1 }, { messageDependencies: [locked] })).toMatchObject({
      status: 423,
      json: { detail: 'Locked' },
    });
  });

  test('reads the sources and resources of its copy', async () => {
    const rate = other.resource<number>('rate');
    const sources = { rate, context: other.jsonRpcContext, c: other.fetchContext };
    const show = defineMethod('show', { args: sources }, (args) => [
      args.rate,
      args.context.methodRoute?.name,
      args.c.request.method,
    ]);
    const api = new Api().bindEntrypoint(new Entrypoint('/rpc').addMethods([show]));
    api.provide(rate, 3);
    expect(await post(api, request('show'))).toMatchObject({
      json: { result: [3, 'show', 'POST'] },
    });
  });

  test('rejects a request without a credential with 401', async () => {
    const secret = defineMethod('secret', { args: { token: other.httpBearer() } }, () => 'secret');
    expect(await call(secret)).toMatchObject({ status: 401, challenge: 'Bearer realm="JSON-RPC"' });
  });
});

test('a middleware recognizes and replaces the errors of another copy of the package', async () => {
  const seen: unknown[] = [];
  const replacing: mainExport.JsonRpcMiddleware = async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      seen.push(other.isBaseError(error), other.isHttpError(error), ctx.isUnhandledException);
      throw new NotEnoughMoney({ balance: 0 });
    }
  };
  const fail = defineMethod('fail', {}, () => {
    throw new core.InvalidParams();
  });
  expect(await call(fail, {}, { middlewares: [replacing] })).toMatchObject({
    json: { error: { code: 6001, data: { balance: 0 } } },
  });
  expect(seen).toEqual([true, false, false]);
});

test('an entrypoint of another copy with the same version is served', async () => {
  const entrypoint = new other.Entrypoint('/rpc').addMethods([withdraw]);
  const api = new Api().bindEntrypoint(entrypoint);
  expect(await post(api, request('withdraw', { amount: 500 }))).toMatchObject({
    json: { error: { code: 6001, data: { balance: 100 } } },
  });
});

test('two classes with one code and different names of two copies are rejected', () => {
  class Overdrawn extends core.defineError({ code: 6001, message: 'Overdrawn' }) {}
  expect(() => defineMethod('withdraw', { errors: [Overdrawn, NotEnoughMoney] }, () => 1)).toThrow(
    'errors Overdrawn and NotEnoughMoney have the same code 6001',
  );
});

describe('copies with versions that do not work together are rejected', () => {
  const remedy = 'Install one version. "npm ls @jsonrpc-kit/core" lists the copies.';

  test('when a method of another major version is added', () => {
    const ping = newerMajor.defineMethod('ping', {}, () => 'pong');
    expect(() => new Entrypoint('/rpc').addMethods([ping])).toThrow(
      'entrypoint "/rpc": method "ping" comes from @jsonrpc-kit/core 2.0.0, which doesn\'t work with ' +
        `1.4.2. ${remedy}`,
    );
  });

  test('when an entrypoint of any other version is bound', () => {
    expect(() => new Api().bindEntrypoint(new newerMinor.Entrypoint('/rpc'))).toThrow(
      'Api: bindEntrypoint(): entrypoint "/rpc" comes from @jsonrpc-kit/core 1.5.0, which doesn\'t ' +
        `work with 1.4.2. ${remedy}`,
    );
  });

  test('when an adapter serves the api of another major version', () => {
    expect(() => newerMajor.jsonRpc(new Api())).toThrow(
      "jsonRpc(): the api comes from @jsonrpc-kit/core 1.4.2, which doesn't work with 2.0.0.",
    );
    expect(() => newerMinor.jsonRpc(new Api())).not.toThrow();
  });
});
