import { adapterApi, type AdapterApi } from '@jsonrpc-kit/core/adapter';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import type { PageRoute } from '@jsonrpc-kit/core/adapter';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { adapters } from './servers.js';
import type { Serving } from './servers/server.js';

const error = new Error('not for the client');

const page = {
  status: 200,
  body: 'page',
  contentType: 'text/plain',
  headers: undefined,
  onSent: undefined,
};

/** Errors while a response is created or sent, which the api itself doesn't catch. */
const failures: readonly (readonly [string, AdapterApi['handle']])[] = [
  [
    'the api throws',
    () => {
      throw error;
    },
  ],
  ['the api rejects', () => Promise.reject(error)],
  ['the server rejects a header', () => ({ ...page, headers: [['x bad', '1']] })],
];

const onSentFailures: readonly (readonly [string, PageRoute['handle']])[] = [
  ['rejects', () => ({ ...page, onSent: () => Promise.reject(error) })],
  [
    'throws',
    () => ({
      ...page,
      onSent: () => {
        throw error;
      },
    }),
  ],
];

describe.each(adapters)('$name', ({ serve }) => {
  let logger: MemoryLogger;
  let api: Api;
  let serving: Serving | undefined;
  beforeEach(() => {
    logger = new MemoryLogger();
    const rpc = new Entrypoint('/rpc');
    rpc.method('ping', {}, () => 'pong');
    api = new Api({ logger }).bindEntrypoint(rpc);
  });
  afterEach(() => serving?.close());

  async function get(handle: PageRoute['handle']): Promise<RawClient> {
    adapterApi(api).addPage({ path: '/page', handle });
    serving = await serve({ apis: [{ api }] });
    return new RawClient(serving.port).send('GET /page HTTP/1.1\r\nhost: localhost\r\n\r\n');
  }

  test.each(failures)('responds with 500 and logs the error when %s', async (_, handle) => {
    const host = adapterApi(api);
    const working = host.handle.bind(host);
    host.handle = (request) => (request.path === '/page' ? handle(request) : working(request));
    const client = await get(() => page);
    expect(await client.response()).toMatchObject({
      status: 500,
      headers: { 'content-type': ['application/json'], 'x-content-type-options': ['nosniff'] },
      body: '{"detail":"Internal Server Error"}',
    });
    expect(logger.entries).toEqual([
      { details: { err: expect.any(Error) as Error }, message: 'Request failed' },
    ]);
    client.send(post('/rpc', call('ping')));
    expect(await client.response()).toMatchObject({ status: 200 });
  });

  test.each(onSentFailures)('logs the error when onSent() %s', async (_, handle) => {
    const client = await get(handle);
    expect(await client.response()).toMatchObject({ status: 200, body: 'page' });
    client.send(post('/rpc', call('ping')));
    expect(await client.response()).toMatchObject({ status: 200 });
    // A fetch handler calls onSent() a moment after it has returned the response.
    await vi.waitFor(() =>
      expect(logger.entries).toEqual([
        { details: { err: error }, message: 'Work after the response failed' },
      ]),
    );
  });
});
