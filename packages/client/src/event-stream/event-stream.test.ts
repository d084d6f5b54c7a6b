import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { deferred } from '../../test/deferred.js';
import { eventually } from '../../test/eventually.js';
import { listen, receiveRequest } from '../../test/listen.js';
import { serveFeed, streamFeed } from '../../test/serve-feed.js';
import type { ReceivedCall } from '../../test/socket-server.js';
import { eventStream, type EventStreamOptions } from '../event-stream.js';
import { createClient, type Fetch, type Gap, safe } from '../index.js';

/** The response of a scripted server. */
interface Stream {
  readonly response: ServerResponse;
  readonly send: (message: unknown) => void;
  readonly notify: (params: object) => void;
}

/** Serves streams until the test ends. `react` is called with the number of the request. */
async function serveStreams(react: (call: ReceivedCall, stream: Stream, request: number) => void) {
  const received: ReceivedCall[] = [];
  const accepted: unknown[] = [];
  let closed = 0;
  const url = await listen((request, response) => {
    void receiveRequest(request, response).then(({ body }) => {
      const call = JSON.parse(body) as ReceivedCall;
      received.push(call);
      accepted.push(request.headers.accept);
      response.on('close', () => {
        closed += 1;
      });
      const send = (message: unknown): void =>
        void response.write(`data: ${JSON.stringify(message)}\n\n`);
      const notify = (params: object): void =>
        send({ jsonrpc: '2.0', method: 'ticks', params: { subscription: 's', ...params } });
      response.setHeader('content-type', 'text/event-stream');
      react(call, { response, send, notify }, received.length);
    });
  });
  return { url, received, accepted, closed: () => closed };
}

function connect(url: string, options: Partial<EventStreamOptions> = {}) {
  const transport = eventStream({ url, reconnect: { delay: 1, maxDelay: 20 }, ...options });
  const client = createClient({ transport });
  onTestFinished(() => client.$close());
  return client;
}

async function collect(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('a subscription over HTTP', () => {
  test('receives the events of its stream, and ends with the last word', async () => {
    const { url, received, accepted } = await serveStreams(({ id }, { response, send, notify }) => {
      response.write(': comment\n\nevent: message\r\nid: 5\r\n');
      send({ jsonrpc: '2.0', id, result: 's' });
      notify({ result: 'a' });
      notify({ subscription: 'other', result: 'not mine' });
      // One event in several lines and chunks.
      const text = JSON.stringify({
        jsonrpc: '2.0',
        method: 'ticks',
        params: { subscription: 's', result: 'ü' },
      });
      const bytes = Buffer.from(`data:${text.slice(0, 10)}\ndata:${text.slice(10)}\n\n`);
      for (const byte of bytes) response.write(Buffer.from([byte]));
      notify({ done: true });
      response.end();
    });
    expect(await collect(connect(url).$subscribe('ticks', { a: 1 }))).toEqual(['a', 'ü']);
    expect(received).toMatchObject([{ method: 'ticks.subscribe', params: { a: 1 } }]);
    expect(accepted).toEqual(['application/json, text/event-stream']);
  });

  test('receives early events after onOpen, which is called once, and ignores events without an id', async () => {
    const { url } = await serveStreams(({ id }, { send, notify }) => {
      const accept = (): void => send({ jsonrpc: '2.0', id, result: 's' });
      notify({ subscription: undefined, result: 'without an id' });
      notify({ result: 'early' });
      send({ jsonrpc: '2.0', method: 'ticks', params: null });
      accept();
      accept();
      notify({ result: 'late' });
      notify({ done: true });
    });
    const seen: unknown[] = [];
    const onOpen = (): void => void seen.push('open');
    for await (const event of connect(url).$subscribe('ticks', {}, { onOpen })) seen.push(event);
    expect(seen).toEqual(['open', 'early', 'late']);
  });

  test('closes its stream when the loop is left, and when the client is closed', async () => {
    const { url, closed } = await serveStreams(({ id }, { send, notify }) => {
      send({ jsonrpc: '2.0', id, result: 's' });
      notify({ result: 1 });
    });
    const client = connect(url);
    for await (const event of client.$subscribe('ticks')) {
      expect(event).toBe(1);
      break;
    }
    await eventually(() => expect(closed()).toBe(1));
    const events = client.$subscribe('ticks');
    await events.next();
    const waiting = events.next();
    client.$close();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await eventually(() => expect(closed()).toBe(2));
    await expect(client.$subscribe('ticks').next()).rejects.toMatchObject({ code: 'aborted' });
    expect(await safe(client.$call('a'))).toMatchObject({ error: { code: 'aborted' } });
  });

  test('closes its stream after a garbage collection, in which some versions of Node lose the abort', async () => {
    const { url, closed } = await serveStreams(({ id }, { send, notify }) => {
      send({ jsonrpc: '2.0', id, result: 's' });
      notify({ result: 1 });
    });
    const controller = new AbortController();
    const events = connect(url).$subscribe('ticks', {}, { signal: controller.signal });
    await events.next();
    const waiting = events.next();
    collectGarbage();
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await eventually(() => expect(closed()).toBe(1));
  });

  test('cancels a stream that a custom fetch returns after the abort', async () => {
    const requested = deferred();
    const response = deferred<Response>();
    const cancelled = deferred();
    const fetch: Fetch = () => {
      requested.resolve();
      return response.promise;
    };
    const controller = new AbortController();
    const events = connect('http://bank', { fetch }).$subscribe(
      'ticks',
      {},
      { signal: controller.signal },
    );
    const event = safe(events.next());
    await requested.promise;
    controller.abort();
    expect(await event).toMatchObject({ error: { code: 'aborted' } });
    const body = new ReadableStream({ cancel: () => cancelled.resolve() });
    response.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    await cancelled.promise;
  });

  test('reads an event of 16 MiB in chunks of 1 KiB in a time that is proportional to its size', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(1024));
    const fetch: Fetch = (_url, { body }) => {
      const { id } = JSON.parse(body) as ReceivedCall;
      let chunks = 0;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          chunks += 1;
          if (chunks <= 16 * 1024) controller.enqueue(chunk);
          else {
            const end = `"}\n\ndata: {"jsonrpc":"2.0","id":${id},"result":"done"}\n\n`;
            controller.enqueue(new TextEncoder().encode(end));
            controller.close();
          }
        },
        start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"method":"')),
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    };
    const client = connect('http://bank', { fetch });
    expect(await client.$call('work', {}, { onProgress: () => undefined })).toBe('done');
  });

  test('continues at the last cursor when the stream ends without a last word', async () => {
    const { url, received } = await serveStreams(
      ({ id, cursor }, { response, send, notify }, request) => {
        if (request === 2) {
          response.writeHead(502).end('Bad gateway');
          return;
        }
        send({ jsonrpc: '2.0', id, result: 's' });
        if (request === 1) notify({ result: 'a', cursor: '1' });
        if (request < 4) {
          response.end();
          return;
        }
        notify({ result: `after ${cursor}` });
        notify({ done: true });
      },
    );
    expect(await collect(connect(url).$subscribe('ticks'))).toEqual(['a', 'after 1']);
    expect(received.map(({ cursor }) => cursor)).toEqual([undefined, '1', '1', '1']);
  });

  test('waits before it continues as long as retry-after says', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let requests = 0;
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      requests += 1;
      if (requests === 2)
        return new Response('', { status: 429, headers: { 'retry-after': '60' } });
      const { id } = JSON.parse(init?.body as string) as ReceivedCall;
      const params = { subscription: 's', result: requests, cursor: '1' };
      const messages = [
        { id, result: 's' },
        { method: 'ticks', params },
      ];
      const events = messages.map(
        (one) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...one })}\n\n`,
      );
      return new Response(events.join(''), { headers: { 'content-type': 'text/event-stream' } });
    };
    const events = connect('http://localhost', { fetch }).$subscribe('ticks');
    expect(await events.next()).toEqual({ done: false, value: 1 });
    const next = events.next();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(requests).toBe(2);
    await vi.advanceTimersByTimeAsync(1_000 + 20);
    expect(await next).toEqual({ done: false, value: 3 });
  });

  test('reports a gap when a stream without cursors is interrupted', async () => {
    const { url } = await serveStreams(({ id }, { response, send, notify }, request) => {
      send({ jsonrpc: '2.0', id, result: 's' });
      notify({ result: request });
      if (request === 1) response.end();
      else notify({ done: true });
    });
    const gaps: Gap[] = [];
    const onGap = (gap: Gap): void => void gaps.push(gap);
    expect(await collect(connect(url).$subscribe('ticks', {}, { onGap }))).toEqual([1, 2]);
    expect(gaps).toMatchObject([{ code: 'gap', reason: 'disconnected' }]);
  });

  test('continues when nothing arrives for maxSilence, for which a comment counts', async () => {
    const { url } = await serveStreams(({ id }, { response, send, notify }, request) => {
      send({ jsonrpc: '2.0', id, result: 's' });
      notify({ result: request, cursor: String(request) });
      if (request === 1) return;
      let comments = 0;
      const timer = setInterval(() => {
        comments += 1;
        response.write(':\n\n');
        if (comments < 15) return;
        clearInterval(timer);
        notify({ done: true });
      }, 100);
    });
    const events = connect(url, { maxSilence: 1_000 }).$subscribe('ticks');
    expect(await collect(events)).toEqual([1, 2]);
  });

  test('throws the error of the response, of the HTTP status, or of a server without streams', async () => {
    const { url } = await serveStreams(({ id, method }, { response, send }) => {
      const error = { code: 6001, message: 'Closed' };
      if (method === 'in.stream.subscribe') send({ jsonrpc: '2.0', id, error });
      else {
        response.setHeader('content-type', 'application/json');
        if (method === 'status.subscribe') response.writeHead(401).end('{}');
        else if (method === 'plain.subscribe')
          response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
        else response.end(JSON.stringify({ jsonrpc: '2.0', id, result: 's' }));
      }
    });
    const client = connect(url);
    for (const [name, code] of Object.entries({
      'in.stream': 6001,
      plain: 6001,
      status: 'http-status',
      none: 'invalid-response',
    })) {
      await expect(client.$subscribe(name).next()).rejects.toMatchObject({ code });
    }
  });

  test('throws if an event is not JSON, or larger than maxResponseBytes', async () => {
    const { url } = await serveStreams(({ id, method }, { response, send }) => {
      send({ jsonrpc: '2.0', id, result: 's' });
      response.write(method === 'text.subscribe' ? 'data: {\n\n' : `data: ${'x'.repeat(1000)}\n`);
    });
    const client = connect(url, { maxResponseBytes: 500 });
    await expect(client.$subscribe('text').next()).rejects.toMatchObject({
      code: 'invalid-response',
    });
    await expect(client.$subscribe('large').next()).rejects.toMatchObject({
      code: 'response-too-large',
    });
  });
});

describe('a subscription over HTTP to a jsonrpc-kit server', () => {
  test('receives the events, the last word and the error of the subscribe call', async () => {
    const client = streamFeed((await serveFeed()).url);
    expect(await collect(client.countdown({ from: 3 }))).toEqual([
      { left: 3 },
      { left: 2 },
      { left: 1 },
    ]);
    const failing = client.countdown({ from: 14 });
    expect(await failing.next()).toMatchObject({ value: { left: 14 } });
    await expect(failing.next()).rejects.toMatchObject({ code: 6001, data: { since: 13 } });
    await expect(client.rejected().next()).rejects.toMatchObject({ code: 6001 });
    expect(await collect(client.heads({ chain: 'main' }))).toMatchObject([{ chain: 'main' }]);
  });

  test('unsubscribes by closing its stream, and survives a cut and a restart', async () => {
    const server = await serveFeed();
    const { feed } = server.feed;
    const gaps: Gap[] = [];
    const events = streamFeed(server.url).numbers({}, { onGap: (gap) => gaps.push(gap) });
    const first = events.next();
    await eventually(() => expect(feed.subscribers).toBe(1));
    feed.publish();
    expect(await first).toMatchObject({ value: 1 });
    const second = events.next();
    server.cut();
    await eventually(() => expect(gaps).toHaveLength(1));
    feed.publish();
    expect(await second).toMatchObject({ value: 2 });
    const third = events.next();
    await server.stop();
    await server.start();
    await eventually(() => expect(gaps).toHaveLength(2));
    feed.publish();
    expect(await third).toMatchObject({ value: 3 });
    await events.return?.();
    await eventually(() => expect(feed.subscribers).toBe(0));
    expect(gaps).toMatchObject([{ cause: { code: 'network' } }, { cause: { code: -32000 } }]);
  });

  test('continues when the server ends the stream after maxStreamLifetime', async () => {
    const server = await serveFeed({ maxStreamLifetime: 50 });
    const gaps: Gap[] = [];
    const events = streamFeed(server.url).numbers({}, { onGap: (gap) => gaps.push(gap) });
    void events.next();
    await eventually(() => expect(gaps.length).toBeGreaterThan(2));
    await events.return?.();
    await eventually(() => expect(server.feed.feed.subscribers).toBe(0));
    for (const { cause } of gaps) expect(cause).toMatchObject({ data: { status: 503 } });
  });
});

describe('a call with the transport eventStream()', () => {
  test('reports the progress of a jsonrpc-kit server', async () => {
    const client = streamFeed((await serveFeed()).url);
    const reported: unknown[] = [];
    const onProgress = (value: unknown): void => void reported.push(value);
    expect(await client.count({ to: 50 }, { onProgress })).toBe('done');
    expect(reported.at(-1)).toEqual({ counted: 50 });
    expect(await client.echo({ value: 1 }, { onProgress })).toBe(1);
    expect(await client.count({ to: 2 })).toBe('done');
  });

  test('is a plain HTTP request without onProgress', async () => {
    const { url, accepted } = await serveStreams(({ id }, { response }) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: 'plain' }));
    });
    expect(await connect(url).$call('a')).toBe('plain');
    expect(accepted).toEqual(['application/json']);
  });

  test('reports progress before its result', async () => {
    const { url } = await serveStreams(({ id, progressToken: token }, { response, send }) => {
      for (const value of [1, 2])
        send({ jsonrpc: '2.0', method: '$/progress', params: { token, value } });
      send({ jsonrpc: '2.0', id, result: 'done' });
      response.end();
    });
    const reported: unknown[] = [];
    const onProgress = (value: unknown): void => void reported.push(value);
    expect(await connect(url).$call('work', {}, { onProgress })).toBe('done');
    expect(reported).toEqual([1, 2]);
  });

  test('ignores progress without params', async () => {
    const { url } = await serveStreams(({ id }, { response, send }) => {
      send({ jsonrpc: '2.0', method: '$/progress', params: null });
      send({ jsonrpc: '2.0', id, result: 'done' });
      response.end();
    });
    expect(await connect(url).$call('work', {}, { onProgress: () => undefined })).toBe('done');
  });

  test('fails if onProgress throws, or the stream ends before the response', async () => {
    const { url, closed } = await serveStreams(
      ({ progressToken: token, method }, { response, send }) => {
        send({ jsonrpc: '2.0', method: '$/progress', params: { token, value: 1 } });
        if (method === 'ends') response.end();
      },
    );
    const client = connect(url);
    const failure = new Error('thrown');
    const onProgress = (): never => {
      throw failure;
    };
    expect(await safe(client.$call('work', {}, { onProgress }))).toEqual({
      ok: false,
      error: failure,
    });
    await eventually(() => expect(closed()).toBe(1));
    const ended = await safe(client.$call('ends', {}, { onProgress: () => undefined }));
    expect(ended).toMatchObject({ error: { code: 'network' } });
  });

  test('of an automatic batch fails only the call whose onProgress throws, and reports no more to it', async () => {
    const { url } = await serveStreams((call, { response, send }) => {
      const calls = call as unknown as readonly ReceivedCall[];
      const [token] = calls.map(({ progressToken }) => progressToken);
      for (const value of [1, 2])
        send({ jsonrpc: '2.0', method: '$/progress', params: { token, value } });
      send(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: 'done' })));
      response.end();
    });
    const client = createClient({ transport: eventStream({ url }), batch: true });
    const reported: unknown[] = [];
    const onProgress = (value: unknown): never => {
      reported.push(value);
      throw new Error('thrown');
    };
    const failing = safe(client.$call('work', {}, { onProgress }));
    const other = safe(client.$call('work'));
    expect(await failing).toMatchObject({ ok: false, error: { message: 'thrown' } });
    expect(await other).toEqual({ ok: true, result: 'done' });
    expect(reported).toEqual([1]);
  });
});

test('eventStream() rejects numbers out of range', () => {
  expect(() => eventStream({ url: '/', maxSilence: 0 })).toThrow(
    'maxSilence must be more than 0, not 0',
  );
  expect(() => eventStream({ url: '/', maxResponseBytes: 0 })).toThrow('maxResponseBytes');
});
