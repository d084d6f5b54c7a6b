import { Api, Entrypoint } from '@jsonrpc-kit/core';
import fastify, { type FastifyServerOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { request } from '../test/request.js';
import { jsonRpc } from './json-rpc.js';

/** Calls a failing method of an application with these options. */
async function failIn(options: FastifyServerOptions, api = new Api()): Promise<void> {
  const rpc = new Entrypoint('/rpc');
  rpc.method('fail', {}, () => {
    throw new Error('failed');
  });
  const app = fastify(options);
  await app.register(jsonRpc, { api: api.bindEntrypoint(rpc) });
  await app.inject(request('fail'));
}

/** The stream to which pino writes its lines. */
class Lines {
  readonly lines: unknown[] = [];

  write(line: string): void {
    this.lines.push(JSON.parse(line));
  }
}

test("Fastify's logger logs errors with the id of the request", async () => {
  const stream = new Lines();
  await failIn({ logger: { level: 'error', stream } });
  expect(stream.lines).toMatchObject([
    { msg: 'Call failed', method: 'fail', id: 1, reqId: 'req-1' },
  ]);
});

test("the api's own logger takes precedence over Fastify's", async () => {
  const stream = new Lines();
  const logger = new MemoryLogger();
  await failIn({ logger: { level: 'error', stream } }, new Api({ logger }));
  expect(stream.lines).toEqual([]);
  expect(logger.entries).toMatchObject([{ message: 'Call failed' }]);
});

test('errors go to the console when Fastify has no logger', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await failIn({});
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ method: 'fail' }),
    'Call failed',
  );
});

test('nothing is logged when the level is silent', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await failIn({ logger: { level: 'silent', stream: new Lines() } });
  expect(error).not.toHaveBeenCalled();
});
