import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '../processes/reply-to-parent.js';
import { encodeRequest, parseResponse } from './connection.js';
import { Load } from './load.js';

const request = encodeRequest({ path: '/rpc', headers: { 'x-a': 'b' }, body: '"é"' });
const expected = { status: 200, body: Buffer.from('pong') };

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function openLoad(listener: RequestListener, connections = 4): Promise<Load> {
  const server = createServer(listener);
  const port = await listen(server);
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const load = await Load.open({ port, connections, request, expected });
  closing.push(() => load.close());
  return load;
}

describe('Load', () => {
  test('sends an exact number of requests, one at a time on each connection', async () => {
    const [seen, running] = [new Set<string>(), new Set<unknown>()];
    let [count, most] = [0, 0];
    const load = await openLoad((incoming, response) => {
      running.add(incoming.socket);
      most = Math.max(most, running.size);
      seen.add(`${incoming.method} ${incoming.url} ${String(incoming.headers['x-a'])}`);
      incoming.on('data', (data: Buffer) => seen.add(data.toString()));
      incoming.on('end', () => {
        count += 1;
        running.delete(incoming.socket);
        response.end('pong');
      });
    });
    for (const requests of [50, 3]) {
      count = 0;
      const { seconds, latencies } = await load.run(requests);
      expect([count, latencies.length]).toEqual([requests, requests]);
      expect(seconds).toBeGreaterThan(0);
    }
    expect([...seen]).toEqual(['POST /rpc b', '"é"']);
    expect(most).toBeLessThanOrEqual(4);
  });

  test('rejects a response that differs from the expected one', async () => {
    const load = await openLoad((_, response) => response.writeHead(500).end('pong'));
    await expect(load.run(5)).rejects.toThrow('Unexpected response under load: 500 pong');
  });

  test('rejects when the server closes a connection', async () => {
    const load = await openLoad((incoming) => incoming.socket.destroy(), 1);
    await expect(load.run(2)).rejects.toThrow('The server closed the connection');
  });
});

describe('parseResponse()', () => {
  const head = 'HTTP/1.1 200 OK\r\n';
  test.each([
    ['a response with a length', `${head}Content-Length: 4\r\n\r\npong`, 'pong'],
    [
      'a response in chunks',
      `${head}Transfer-Encoding: chunked\r\n\r\n2\r\npo\r\n2\r\nng\r\n0\r\n\r\n`,
      'pong',
    ],
    ['a response without a body', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
  ])('returns %s once its last byte is there', (_, text, body) => {
    for (let length = 0; length < text.length; length += 1) {
      expect(parseResponse(Buffer.from(text.slice(0, length)))).toBeUndefined();
    }
    const response = parseResponse(Buffer.from(text));
    expect(response?.status).toBe(body === '' ? 204 : 200);
    expect(response?.body.toString()).toBe(body);
    expect(() => parseResponse(Buffer.from(`${text}x`))).toThrow('Bytes follow');
  });

  test('throws for a response without framing', () => {
    expect(() => parseResponse(Buffer.from(`${head}\r\npong`))).toThrow('neither a length');
  });
});
