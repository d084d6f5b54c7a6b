import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import type { HttpResponse } from '@jsonrpc-kit/core/adapter';
import { describe, expect, test, vi } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { jsonRpc } from './json-rpc.js';

const error = new Error('not for the client');

const response: HttpResponse = {
  status: 200,
  body: 'page',
  contentType: 'text/plain',
  headers: undefined,
  onSent: undefined,
};

const FAILURE = {
  status: 500,
  nosniff: 'nosniff',
  body: '{"detail":"Internal Server Error"}',
};

async function get(port: number): Promise<object> {
  const got = await fetch(`http://127.0.0.1:${port}/page`);
  return {
    status: got.status,
    nosniff: got.headers.get('x-content-type-options'),
    body: await got.text(),
  };
}

/** Serves one page that responds with these members. */
async function servePage(members: Partial<HttpResponse>) {
  const logger = new MemoryLogger();
  const api = new Api({ logger }).bindEntrypoint(new Entrypoint('/rpc'));
  adapterApi(api).addPage({ path: '/page', handle: () => ({ ...response, ...members }) });
  const port = await listen(createServer(jsonRpc(api)));
  return { logger, port, api };
}

describe('a response that Node cannot send', () => {
  test.each<[string, Partial<HttpResponse>]>([
    ['a header has an invalid name', { headers: [['x bad', '1']] }],
    [
      'a header beside a cookie has no value',
      {
        headers: [
          ['set-cookie', 'a=1'],
          ['x', undefined as never],
        ],
      },
    ],
    ['the status has more than three digits', { status: 12_345 }],
  ])('responds with 500 and logs the failure when %s', async (_, members) => {
    const { logger, port } = await servePage(members);
    expect(await get(port)).toEqual(FAILURE);
    expect(logger.entries).toMatchObject([{ message: 'Request failed' }]);
  });

  test('responds with 500 when handling the request throws or rejects', async () => {
    const { logger, port, api } = await servePage({});
    adapterApi(api).handle = () => {
      throw error;
    };
    expect(await get(port)).toEqual(FAILURE);
    adapterApi(api).handle = () => Promise.reject(error);
    expect(await get(port)).toEqual(FAILURE);
    expect(logger.entries).toMatchObject([
      { details: { err: error } },
      { details: { err: error } },
    ]);
  });
});

describe('the work after a response', () => {
  test.each<[string, HttpResponse['onSent']]>([
    [
      'throws',
      () => {
        throw error;
      },
    ],
    ['rejects', () => Promise.reject(error)],
  ])('logs work after the response that %s, and still sends the response', async (_, onSent) => {
    const { logger, port } = await servePage({ onSent });
    expect(await get(port)).toMatchObject({ status: 200, body: 'page' });
    await vi.waitFor(() => {
      expect(logger.entries).toMatchObject([
        { message: 'Work after the response failed', details: { err: error } },
      ]);
    });
  });
});

test('jsonRpc() keeps the response that the application has sent in the meantime', async () => {
  let finish: () => void = () => undefined;
  const rpc = new Entrypoint('/rpc');
  rpc.method('slow', {}, () => new Promise<void>((resolve) => (finish = resolve)));
  const serve = jsonRpc(new Api({ logger: new MemoryLogger() }).bindEntrypoint(rpc));
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing);
    incoming.once('end', () => outgoing.writeHead(503).write('later'));
    outgoing.once('finish', () => undefined);
    setImmediate(function end() {
      if (!outgoing.headersSent) return void setImmediate(end);
      finish();
      setImmediate(() => outgoing.end());
    });
  });
  const port = await listen(server);
  const got = await fetch(`http://127.0.0.1:${port}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"slow"}',
  });
  expect({ status: got.status, body: await got.text() }).toEqual({ status: 503, body: 'later' });
});
