import { once } from 'node:events';
import { createServer } from 'node:http';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { call, RawClient, type RawResponse } from '@jsonrpc-kit/test-support/raw-client';
import { parityApi } from './parity-api.js';
import { requests } from './requests.js';
import { listen } from './servers/listen.js';
import type { Serving } from './servers/server.js';

/** A request of the parity tests whose body can also be a message on a connection. */
interface Vector {
  readonly name: string;
  readonly request: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

/** Headers that describe an HTTP request and its body. */
const OF_HTTP = ['host', 'content-type', 'content-length', 'connection', 'expect'];

const vectors: readonly Vector[] = ['calls', 'bodies', 'responses'].flatMap((topic) =>
  (requests[topic] ?? []).flatMap(([name, bytes]) => {
    const request = bytes('');
    // A text message is always UTF-8.
    return typeof request === 'string' ? toVector(name, request) : [];
  }),
);

function toVector(name: string, request: string): Vector[] {
  const end = request.indexOf('\r\n\r\n');
  const [requestLine = '', ...lines] = request.slice(0, end).split('\r\n');
  const path = /^POST (\/rpc|\/large) HTTP\/1\.1$/.exec(requestLine)?.[1];
  if (path === undefined || /transfer-encoding|expect:/.test(request.slice(0, end))) return [];
  // A header may be called `constructor`.
  const headers: Record<string, string[]> = Object.setPrototypeOf({}, null);
  for (const line of lines) {
    const [header = '', value = ''] = line.split(': ');
    if (!OF_HTTP.includes(header)) (headers[header] ??= []).push(value);
  }
  return [{ name, request, path, headers, body: request.slice(end + 4) }];
}

let serving: Serving;
beforeAll(async () => {
  const api = parityApi();
  const server = createServer(jsonRpc(api));
  acceptWebSockets(server, api);
  serving = await listen(server);
});
afterAll(() => serving.close());

function responseOverHttp({ request }: Vector): Promise<RawResponse> {
  return new RawClient(serving.port).send(request).response();
}

/** The messages that the client has received before the response to a call that it sends afterwards. */
async function messagesOverWebSocket(vector: Vector): Promise<readonly string[] | number> {
  const socket = new WebSocket(`ws://127.0.0.1:${serving.port}${vector.path}`, {
    headers: vector.headers,
  });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const messages: string[] = [];
  const ended = new Promise<readonly string[] | number>((resolve) => {
    socket.on('close', resolve);
    socket.on('message', (data) => {
      // Without another `binaryType`, each message is one buffer.
      const text = (data as Buffer).toString();
      if (text.includes('"id":"marker"')) resolve(messages);
      else messages.push(text);
    });
  });
  socket.send(vector.body);
  socket.send(call('marker', {}, 'marker'));
  return ended;
}

const named = vectors.map((vector) => [vector.name, vector] as const);
const statuses = new Map(
  Object.values(requests).flatMap((rows) => rows.map(([name, , { status }]) => [name, status])),
);
const isResponse = ([name]: readonly [string, Vector]): boolean => (statuses.get(name) ?? 0) < 300;
const isHttpError = ([name, { body }]: readonly [string, Vector]): boolean =>
  [401, 403, 503].includes(statuses.get(name) ?? 0) && !body.startsWith('[');

describe('a message on a connection', () => {
  test('is compared for most requests of the parity tests', () => {
    expect(named.filter(isResponse).length).toBeGreaterThan(30);
    expect(named.filter(isHttpError).length).toBeGreaterThan(5);
  });

  test.each(named.filter(isResponse))(
    'has the same response as in an HTTP request: %s',
    async (_, vector) => {
      const { body } = await responseOverHttp(vector);
      expect(await messagesOverWebSocket(vector)).toEqual(body === '' ? [] : [body]);
    },
  );

  test.each(named.filter(isHttpError))(
    'has the error -32000 with the status and detail of the HTTP response: %s',
    async (_, vector) => {
      const { status, body } = await responseOverHttp(vector);
      const { detail } = JSON.parse(body) as { readonly detail: unknown };
      const [message = ''] = (await messagesOverWebSocket(vector)) as readonly string[];
      expect(JSON.parse(message)).toMatchObject({
        id: 1,
        error: { code: -32000, data: { status, detail } },
      });
    },
  );

  test.each(named.filter(([name]) => statuses.get(name) === 413))(
    'closes its connection with 1009 where an HTTP request has 413: %s',
    async (_, vector) => {
      expect(await messagesOverWebSocket(vector)).toBe(1009);
    },
  );
});
