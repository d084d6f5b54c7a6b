import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, createServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { createAdaptorServer } from '@hono/node-server';
import { Api, dependency, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpc as fastifyPlugin } from '@jsonrpc-kit/fastify';
import { jsonRpc as honoApp } from '@jsonrpc-kit/hono';
import { jsonRpc as nodeListener } from '@jsonrpc-kit/node';
import createFastify from 'fastify';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { call } from '@jsonrpc-kit/test-support/raw-client';
import { EventLog } from './event-log.js';

/** Larger than the HTTP/2 window of a stream, so it isn't sent to a client that doesn't read. */
const LARGE = 4 * 1024 * 1024;

/** Express is left out, because it doesn't support HTTP/2. */
const servers: readonly { name: string; serve: (api: Api) => Promise<Server> }[] = [
  { name: 'node:http2', serve: async (api) => createServer(nodeListener(api) as never) },
  {
    name: 'Hono on HTTP/2',
    serve: async (api) => createAdaptorServer({ fetch: honoApp(api).fetch, createServer }),
  },
  {
    name: 'Fastify on HTTP/2',
    serve: async (api) => {
      const app = createFastify({ http2: true });
      await app.register(fastifyPlugin, { api });
      await app.ready();
      return app.server;
    },
  },
];

describe.each(servers)('$name', ({ serve }) => {
  let events: EventLog;
  let session: ClientHttp2Session;
  beforeEach(async () => {
    events = new EventLog();
    const server = await serve(slowApi(events));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    onTestFinished(() => {
      session.destroy();
      server.close();
    });
  });

  function open(): ClientHttp2Stream {
    return session.request({
      ':method': 'POST',
      ':path': '/rpc',
      'content-type': 'application/json',
    });
  }

  async function expectPong(): Promise<void> {
    expect(await text(open().end(call('ping')))).toContain('"pong"');
  }

  test('responds with 408 to a body that does not arrive, and resets its stream', async () => {
    const stream = open();
    stream.write('{');
    const [head] = (await once(stream, 'response')) as [{ readonly ':status': number }];
    expect(head[':status']).toBe(408);
    let body = '';
    stream.setEncoding('utf8').on('data', (piece: string) => {
      body += piece;
    });
    await once(stream, 'close');
    expect(body).toContain('"body_timeout"');
    await expectPong();
  });

  test('resets the stream of a response that the client does not read', async () => {
    const stream = open().end(call('large'));
    // The client may report the reset as an error.
    stream.on('error', () => undefined);
    await events.waitFor('teardown');
    stream.resume();
    await once(stream, 'close');
    await expectPong();
  });
});

function slowApi(events: EventLog): Api {
  const rpc = new Entrypoint('/rpc', { limits: { bodyTimeout: 50, sendTimeout: 50 } });
  const opened = dependency({}, function* () {
    yield 'open';
    events.record('teardown');
  });
  rpc.method('large', { args: { opened } }, () => 'x'.repeat(LARGE));
  rpc.method('ping', {}, () => 'pong');
  return new Api().bindEntrypoint(rpc);
}
