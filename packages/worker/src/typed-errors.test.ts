import {
  type BaseError,
  type EntrypointOptions,
  type ErrorClass,
  HttpError,
  InvalidParams,
  type JsonRpcMiddleware,
} from '@jsonrpc-kit/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rejectionOf } from '../test/rejection-of.js';
import { Overloaded, TooDeep, TooLarge } from '../test/typed-errors.mjs';
import type * as throwingWorker from '../test/throwing.worker.mjs';
import { post, request } from '../test/in-process.js';
import { openApi } from '../test/open-api.js';
import { WorkerPool } from './index.js';

const THROWING = new URL('../test/throwing.worker.mjs', import.meta.url);

function openThrowing(errors: readonly ErrorClass[] = []) {
  const pool = new WorkerPool({ maxThreads: 1 });
  onTestFinished(() => pool.close({ timeout: 0 }));
  return pool.module<typeof throwingWorker>(THROWING, { errors });
}

const NAMES = [
  'tooDeep',
  'overloaded',
  'invalid',
  'wrongData',
  'unauthorized',
  'plain',
  'text',
] as const;

/** Creates an api whose methods throw on a thread. `seen` has the errors that a middleware sees. */
function open(options: EntrypointOptions = {}) {
  const seen: unknown[] = [];
  const watch: JsonRpcMiddleware = async (ctx, next) => {
    await next().catch(() => seen.push(ctx.exception));
  };
  const { api, rpc, log } = openApi({ ...options, middlewares: [watch] });
  const throwing = openThrowing();
  const errors = [TooDeep, TooLarge];
  const tooLarge = { task: throwing.task('tooLarge') };
  rpc.method('tooLarge', { args: tooLarge, errors }, ({ task }) => task(5));
  for (const name of NAMES) {
    rpc.method(name, { args: { task: throwing.task(name) }, errors }, ({ task }) => task());
  }
  return { api, log, seen };
}

describe('a typed error thrown on a thread', () => {
  test('determines the response, and is an instance of its class in middlewares', async () => {
    const { api, seen, log } = open();
    expect(await post(api, request('tooLarge'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 6002, message: 'Too large', data: { limit: '5' } },
    });
    expect(seen[0]).toBeInstanceOf(TooLarge);
    expect((seen[0] as BaseError).stack).toMatch(/^TooLarge: Too large\n +at tooLarge .*throwing/);
    expect(log).toEqual([]);
  });

  test('keeps its cause', async () => {
    const { api, seen } = open();
    await post(api, request('tooDeep'));
    expect(seen[0]).toBeInstanceOf(TooDeep);
    expect((seen[0] as TooDeep).cause).toBeInstanceOf(RangeError);
  });

  test('can be an error of the framework', async () => {
    const { api, seen } = open();
    expect(await post(api, request('invalid'))).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['n'], msg: 'Too odd', type: 'odd' }] } },
    });
    expect(seen[0]).toBeInstanceOf(InvalidParams);
  });

  test('can be declared by the entrypoint', async () => {
    const { api, seen } = open({ errors: [Overloaded] });
    await post(api, request('overloaded'));
    expect(seen[0]).toBeInstanceOf(Overloaded);
  });

  test('also determines the response if it is not declared', async () => {
    const { api, seen } = open();
    const { error } = (await post(api, request('overloaded'))) as { readonly error: unknown };
    expect(error).toEqual({ code: 6003, message: 'Overloaded' });
    expect(seen[0]).not.toBeInstanceOf(Overloaded);
  });

  test('can be declared for the module, so that a catch block can recognize it', async () => {
    expect(await rejectionOf(openThrowing([Overloaded]).run('overloaded', []))).toBeInstanceOf(
      Overloaded,
    );
    expect(await rejectionOf(openThrowing().run('overloaded', []))).not.toBeInstanceOf(Overloaded);
  });

  test('with invalid data is an internal error whose reason is logged', async () => {
    const { api, log } = open();
    expect(await post(api, request('wrongData'))).toMatchObject({ error: { code: -32603 } });
    expect(String(log[0]?.details.err)).toMatch(
      /^TypeError: TooLarge: data does not match its schema: limit: /,
    );
  });
});

test('an HttpError thrown on a thread ends the whole HTTP exchange', async () => {
  const { api, seen } = open();
  expect(await post(api, [request('unauthorized')])).toEqual({ detail: 'Unauthorized' });
  expect(seen[0]).toBeInstanceOf(HttpError);
  expect(seen[0]).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
});

describe('another value thrown on a thread', () => {
  test('is an internal error whose details do not reach the client', async () => {
    const { api } = open();
    expect(await post(api, request('plain'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: 'Internal error' },
    });
  });

  test('is logged once, with the stack of the thread and its cause', async () => {
    const { api, log } = open();
    await post(api, request('plain'));
    expect(log).toHaveLength(1);
    const err = log[0]?.details.err as Error & { readonly cause: Error };
    expect(err).toBeInstanceOf(TypeError);
    expect(err.stack).toMatch(
      /^TypeError: secret of the thread\n +at plain \(.*throwing\.worker\.mjs:\d+:\d+\)/,
    );
    expect(err.cause).toBeInstanceOf(RangeError);
    expect(err.cause.stack).toMatch(/^RangeError: deeper secret\n.*throwing\.worker\.mjs/);
  });

  test('is also logged if it is not an error', async () => {
    const { api, log } = open();
    expect(await post(api, request('text'))).toMatchObject({ error: { code: -32603 } });
    expect(log[0]?.details.err).toBe('a text');
  });
});
