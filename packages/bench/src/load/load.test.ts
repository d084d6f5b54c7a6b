import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Connection } from './connection.js';
import { Load } from './load.js';
import { requestBytes } from './request-bytes.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

const exchange = {
  path: '/rpc?batch=1',
  headers: { 'user-auth-token': 'ada' },
  body: '{"text":"ключ"}',
  status: 200,
  answer: {},
};
const request = requestBytes(exchange);
const expected = { status: 200, body: Buffer.from('{}') };
const right: RequestListener = (_request, response) => response.end('{}');

test('a server gets the request that was meant', async () => {
  const port = await listen((incoming, response) => {
    incoming.setEncoding('utf8').on('data', (text: string) => {
      const { method, url, headers } = incoming;
      response.end(JSON.stringify([method, url, headers['user-auth-token'], text]));
    });
  });
  const connection = await Connection.open(port);
  const { body } = await connection.exchange(request);
  connection.close();
  expect(JSON.parse(body.toString())).toEqual(['POST', exchange.path, 'ada', exchange.body]);
});

test('exactly as many requests are sent as were asked for, and all of them have been answered', async () => {
  let received = 0;
  let answered = 0;
  const port = await listen((_request, response) => {
    received += 1;
    setImmediate(() => {
      answered += 1;
      response.end('{}');
    });
  });
  const load = await Load.open({ port, connections: 4, request, expected });
  const results = [await load.run(1), await load.run(4), await load.run(95)];
  load.close();
  expect(results.map((result) => result.requests)).toEqual([1, 4, 95]);
  expect({ received, answered }).toEqual({ received: 100, answered: 100 });
  for (const { seconds, latency } of results) {
    expect(seconds).toBeGreaterThan(0);
    expect(latency.p50).toBeGreaterThan(0);
    expect(latency.p99).toBeGreaterThanOrEqual(latency.p50);
  }
});

test('several connections have a request under way at once', async () => {
  let waiting: (() => unknown)[] = [];
  const port = await listen((_request, response) => {
    waiting.push(() => response.end('{}'));
    // Nobody is answered before three are here.
    if (waiting.length < 3) return;
    for (const answer of waiting) answer();
    waiting = [];
  });
  const load = await Load.open({ port, connections: 3, request, expected });
  expect((await load.run(9)).requests).toBe(9);
  load.close();
});

test.each<[string, RequestListener]>([
  ['has another body', (_request, response) => response.end('{"error":1}')],
  ['has another status', (_request, response) => response.writeHead(500).end('{}')],
])('a run fails as soon as an answer %s', async (_, listener) => {
  let count = 0;
  const port = await listen((...exchanged) => {
    count += 1;
    (count === 50 ? listener : right)(...exchanged);
  });
  const load = await Load.open({ port, connections: 2, request, expected });
  await expect(load.run(1000)).rejects.toThrow('Under load the answer is another');
  load.close();
});

test('a run fails when the server closes a connection instead of answering', async () => {
  const port = await listen((incoming) => incoming.socket.destroy());
  const load = await Load.open({ port, connections: 2, request, expected });
  await expect(load.run(10)).rejects.toThrow('The server has closed a connection');
  load.close();
});
