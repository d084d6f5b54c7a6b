import {
  type BaseError,
  type EntrypointOptions,
  type ErrorClass,
  HttpError,
  InvalidParams,
  type JsonRpcMiddleware,
} from '@jsonrpc-kit/core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failure } from '../test/failure.js';
import { Overloaded, TooDeep, TooLarge } from '../test/faults.mjs';
import type * as faultsWorker from '../test/faults.worker.mjs';
import { post, request } from '../test/in-process.js';
import { openApi } from '../test/open-api.js';
import { WorkerPool } from './index.js';

const FAULTS = new URL('../test/faults.worker.mjs', import.meta.url);

function openFaults(errors: readonly ErrorClass[] = []) {
  const pool = new WorkerPool({ maxThreads: 1 });
  onTestFinished(() => pool.close({ timeout: 0 }));
  return pool.module<typeof faultsWorker>(FAULTS, { errors });
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

/** An api whose methods throw on a thread, and what its middleware has seen. */
function open(options: EntrypointOptions = {}) {
  const seen: unknown[] = [];
  const watch: JsonRpcMiddleware = async (ctx, next) => {
    await next().catch(() => seen.push(ctx.exception));
  };
  const { api, rpc, log } = openApi({ ...options, middlewares: [watch] });
  const faults = openFaults();
  const errors = [TooDeep, TooLarge];
  const tooLarge = { task: faults.task('tooLarge') };
  rpc.method('tooLarge', { args: tooLarge, errors }, ({ task }) => task(5));
  for (const name of NAMES) {
    rpc.method(name, { args: { task: faults.task(name) }, errors }, ({ task }) => task());
  }
  return { api, log, seen };
}

describe('a typed error thrown on a thread', () => {
  test('is the answer of the call, and is one of its class for the middlewares', async () => {
    const { api, seen, log } = open();
    expect(await post(api, request('tooLarge'))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 6002, message: 'Too large', data: { limit: '5' } },
    });
    expect(seen[0]).toBeInstanceOf(TooLarge);
    expect((seen[0] as BaseError).stack).toMatch(/^TooLarge: Too large\n +at tooLarge .*faults/);
    expect(log).toEqual([]);
  });

  test('keeps its cause', async () => {
    const { api, seen } = open();
    await post(api, request('tooDeep'));
    expect(seen[0]).toBeInstanceOf(TooDeep);
    expect((seen[0] as TooDeep).cause).toBeInstanceOf(RangeError);
  });

  test('may be one that the framework has', async () => {
    const { api, seen } = open();
    expect(await post(api, request('invalid'))).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['n'], msg: 'Too odd', type: 'odd' }] } },
    });
    expect(seen[0]).toBeInstanceOf(InvalidParams);
  });

  test('may be declared by the entrypoint', async () => {
    const { api, seen } = open({ errors: [Overloaded] });
    await post(api, request('overloaded'));
    expect(seen[0]).toBeInstanceOf(Overloaded);
  });

  test('is the same answer where nobody declared it', async () => {
    const { api, seen } = open();
    const { error } = (await post(api, request('overloaded'))) as { readonly error: unknown };
    expect(error).toEqual({ code: 6003, message: 'Overloaded' });
    expect(seen[0]).not.toBeInstanceOf(Overloaded);
  });

  test('may be declared for the module, for code that catches it', async () => {
    expect(await failure(openFaults([Overloaded]).run('overloaded', []))).toBeInstanceOf(
      Overloaded,
    );
    expect(await failure(openFaults().run('overloaded', []))).not.toBeInstanceOf(Overloaded);
  });

  test('with data that its class refuses is an internal error, which the log explains', async () => {
    const { api, log } = open();
    expect(await post(api, request('wrongData'))).toMatchObject({ error: { code: -32603 } });
    expect(String(log[0]?.details.err)).toMatch(
      /^TypeError: TooLarge: data does not match its schema: limit: /,
    );
  });
});

test('an HttpError thrown on a thread ends the whole HTTP exchange', async () => {
  const { api, seen } = open();
  expect(await post(api, [request('unauthorized')])).toEqual({ detail: 'Who are you?' });
  expect(seen[0]).toBeInstanceOf(HttpError);
  expect(seen[0]).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
});

describe('anything else thrown on a thread', () => {
  test('is an internal error of which nothing reaches the client', async () => {
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
      /^TypeError: secret of the thread\n +at plain \(.*faults\.worker\.mjs:\d+:\d+\)/,
    );
    expect(err.cause).toBeInstanceOf(RangeError);
    expect(err.cause.stack).toMatch(/^RangeError: deeper secret\n.*faults\.worker\.mjs/);
  });

  test('may be no error at all', async () => {
    const { api, log } = open();
    expect(await post(api, request('text'))).toMatchObject({ error: { code: -32603 } });
    expect(log[0]?.details.err).toBe('a text');
  });
});
