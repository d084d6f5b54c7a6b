import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EventList } from '../../test/event-list.js';
import { gate, memoryLogger, post, request } from '../../test/in-process.js';
import {
  Api,
  backgroundTasks,
  cursor,
  defineError,
  dependency,
  Entrypoint,
  HttpError,
  httpResponse,
  type Progress,
  progress,
  signal,
} from '../index.js';
import { EncodedEvent } from '../message/channel-event.js';
import type { ConnectionOptions } from '../types.js';

class Closed extends defineError({ code: 6001, message: 'Closed' }) {}

let log: ReturnType<typeof memoryLogger>;
beforeEach(() => {
  log = memoryLogger();
});
afterEach(() => void vi.useRealTimers());

function serve(rpc: Entrypoint, connections: ConnectionOptions = {}): Api {
  return new Api({ logger: log, connections }).bindEntrypoint(rpc);
}

/** Posts a message as a client that accepts events, and returns the reader of the response. */
async function stream(api: Api, message: unknown, accept = 'text/event-stream'): Promise<Reader> {
  return new Reader(await post(api, '/rpc', message, { headers: { accept } }));
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads members of any message
type Received = any;

/** The client's end of an event stream, which reads an event when the test asks for it. */
class Reader {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly #response: Awaited<ReturnType<typeof post>>['response'];
  #text = '';

  constructor({ status, json, response }: Awaited<ReturnType<typeof post>>) {
    this.status = status;
    this.headers = Object.fromEntries(response.headers ?? []);
    this.json = json;
    this.#response = response;
  }

  get isStream(): boolean {
    return this.#response.contentType === 'text/event-stream';
  }

  get events() {
    const { events } = this.#response;
    if (events === undefined) throw new Error('The response is not an event stream');
    return events;
  }

  /** Returns the next event or comment; undefined at the end. */
  async next(): Promise<Received> {
    while (!this.#text.includes('\n\n')) {
      const { done, value } = await this.events.next();
      if (done) return undefined;
      this.#text += new TextDecoder().decode(value);
    }
    const end = this.#text.indexOf('\n\n');
    const block = this.#text.slice(0, end);
    this.#text = this.#text.slice(end + 2);
    return block.startsWith('data: ') ? JSON.parse(block.slice(6)) : block;
  }

  async rest(): Promise<Received[]> {
    const rest: Received[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) {
      rest.push(event);
    }
    return rest;
  }

  disconnect(): void {
    this.events.cancel();
  }

  whenEnded(): Promise<void> | undefined {
    return this.#response.onSent?.();
  }
}

/** Serves `ticks`, which yields three events, and `echo`. */
function ticker(): Entrypoint {
  const rpc = new Entrypoint('/rpc');
  rpc.subscription('ticks', { event: v.number() }, async function* () {
    yield 1;
    yield 2;
    yield 3;
  });
  rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => value);
  return rpc;
}

/** Serves `wait`, whose events the test chooses, and whose dependency records its teardown. */
function waiting() {
  const events: string[] = [];
  const opened = dependency({}, function* () {
    yield 'open';
    events.push('teardown');
  });
  let next = gate<number>();
  const rpc = new Entrypoint('/rpc');
  rpc.subscription('wait', { args: { opened, signal } }, async function* ({ signal: own }) {
    own.addEventListener('abort', () => {
      events.push('aborted');
      next.open(-1);
    });
    for (;;) {
      const value = await next.promise;
      if (own.aborted) return;
      next = gate();
      yield value;
    }
  });
  return { rpc, events, yield: (value: number) => next.open(value) };
}

const subscribe = request('ticks.subscribe');

describe('a subscribe call in an HTTP request', () => {
  test('is responded to with a stream of the response, the events and the last word', async () => {
    const reader = await stream(serve(ticker()), { ...subscribe, id: 7 });
    expect(reader.status).toBe(200);
    expect(reader.isStream).toBe(true);
    expect(reader.headers).toEqual({
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const response = await reader.next();
    expect(response).toEqual({ jsonrpc: '2.0', id: 7, result: expect.stringMatching(/^\w{32}$/) });
    const subscription = response.result as string;
    const notification = (params: object) => ({ jsonrpc: '2.0', method: 'ticks', params });
    expect(await reader.rest()).toEqual([
      notification({ subscription, result: 1 }),
      notification({ subscription, result: 2 }),
      notification({ subscription, result: 3 }),
      notification({ subscription, done: true }),
    ]);
    await reader.whenEnded();
  });

  test.each([
    'Text/Event-Stream',
    'application/json, text/event-stream',
    'text/event-stream;q=0.9, */*',
  ])('is streamed with accept: %s', async (accept) => {
    expect((await stream(serve(ticker()), subscribe, accept)).isStream).toBe(true);
  });

  test.each(['*/*', 'text/*', 'application/json', 'x-text/event-stream', 'text/event-streams'])(
    'is InvalidRequest, which names the header, with accept: %s',
    async (accept) => {
      const reader = await stream(serve(ticker()), subscribe, accept);
      expect(reader.isStream).toBe(false);
      expect(reader.json).toMatchObject({ error: { code: -32600 } });
      expect(JSON.stringify(reader.json)).toContain('accept: text/event-stream');
    },
  );

  test('shares its stream with the other calls of its batch', async () => {
    const batch = [
      { ...subscribe, id: 1 },
      { jsonrpc: '2.0', id: 2, method: 'echo', params: { value: 'a\nb' } },
      { ...subscribe, id: 3 },
      { jsonrpc: '2.0', method: 'echo', params: { value: 'c' } },
      { ...subscribe, id: 3 },
    ];
    const [responses, ...notifications] = await (await stream(serve(ticker()), batch)).rest();
    expect(responses.map(({ id }: Received) => id as unknown)).toEqual([1, 2, 3, 3]);
    expect(responses[1].result).toBe('a\nb');
    const ids = [responses[0], responses[2], responses[3]].map(({ result }) => result as string);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) {
      const own = notifications.filter(({ params }) => params.subscription === id);
      expect(own.map(({ params }) => params.result ?? params.done)).toEqual([1, 2, 3, true]);
    }
  });

  test('has a plain response if it fails, with the headers and the status of a plain response', async () => {
    const rpc = ticker();
    rpc.subscription('closed', { errors: [Closed] }, () => Promise.reject(new Closed()));
    rpc.subscription('secret', {}, () => Promise.reject(new HttpError(401, 'Who?')));
    const api = serve(rpc);
    const failed = await stream(api, request('closed.subscribe'));
    expect(failed.isStream).toBe(false);
    expect(failed.json).toMatchObject({ error: { code: 6001 } });
    const batch = await stream(api, [subscribe, request('secret.subscribe')]);
    expect(batch.isStream).toBe(false);
    expect(batch.status).toBe(401);
    expect((await stream(api, request('echo', { value: 1 }))).json).toMatchObject({ result: 1 });
  });

  test('keeps the status, headers and cookies that methods set', async () => {
    const rpc = ticker();
    rpc.method('login', { args: { response: httpResponse } }, ({ response }) => {
      response.headers.set('x-user', 'ann');
      response.headers.set('cache-control', 'max-age=60');
      return null;
    });
    const { headers } = await stream(serve(rpc), [request('login'), subscribe]);
    expect(headers).toMatchObject({ 'x-user': 'ann', 'cache-control': 'no-cache, no-transform' });
  });

  test('starts no subscription whose response a middleware replaces', async () => {
    const rpc = new Entrypoint('/rpc', {
      middlewares: [
        async (context, next) => {
          await next();
          context.rawResponse = { result: 'mine' };
        },
      ],
    });
    const { rpc: source, events } = waiting();
    for (const subscription of source.subscriptions) rpc.addMethods({ subscription });
    const reader = await stream(serve(rpc), request('wait.subscribe'));
    expect(reader.json).toMatchObject({ result: 'mine' });
    await vi.waitFor(() => expect(events).toEqual(['teardown']));
  });

  test('runs background tasks and teardowns of the message when the response has been read', async () => {
    const events: string[] = [];
    const rpc = ticker();
    const opened = dependency({}, function* () {
      yield 'open';
      events.push('teardown');
    });
    rpc.method('later', { args: { opened, tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => events.push('task'));
      return null;
    });
    const { rpc: source, yield: emit } = waiting();
    for (const subscription of source.subscriptions) rpc.addMethods({ subscription });
    const reader = await stream(serve(rpc), [request('later'), request('wait.subscribe')]);
    await reader.next();
    expect(events).toEqual([]);
    const event = reader.next();
    await vi.waitFor(() => expect(events).toEqual(['teardown', 'task']));
    emit(1);
    expect((await event).params.result).toBe(1);
    reader.disconnect();
  });
});

describe('the events of a channel in an event stream', () => {
  function serveEvents(): { api: Api; list: EventList; cursors: (string | undefined)[] } {
    const list = new EventList();
    const cursors: (string | undefined)[] = [];
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('prices', { args: { cursor } }, ({ cursor: own }) => {
      cursors.push(own);
      return list;
    });
    list.append(new EncodedEvent({ json: '1', cursor: 'c1', schema: undefined }));
    return { api: serve(rpc), list, cursors };
  }

  async function textOf(api: Api, message: unknown, headers: object): Promise<string> {
    const { response } = await post(api, '/rpc', message, {
      headers: { accept: 'text/event-stream', ...headers },
    });
    let text = '';
    for await (const chunk of response.events ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes('"cursor"')) break;
    }
    return text;
  }

  test('have their cursor as the id, which the client sends as Last-Event-ID', async () => {
    const { api, cursors } = serveEvents();
    const text = await textOf(api, request('prices.subscribe'), { 'last-event-id': 'c0' });
    expect(text).toMatch(/\n\nid: c1\ndata: \{[^\n]*"result":1,"cursor":"c1"\}\}\n\n$/);
    expect(cursors).toEqual(['c0']);
  });

  test('begin without a cursor if Last-Event-ID is empty', async () => {
    const { api, cursors } = serveEvents();
    const text = await textOf(api, request('prices.subscribe'), { 'last-event-id': '' });
    expect(text).toContain('id: c1');
    expect(cursors).toEqual([undefined]);
  });

  test('have no id in a batch, whose subscriptions have different cursors', async () => {
    const { api, cursors } = serveEvents();
    const text = await textOf(api, [request('prices.subscribe')], { 'last-event-id': 'c0' });
    expect(text).not.toContain('id: c1');
    expect(cursors).toEqual([undefined]);
  });
});

describe('an event stream', () => {
  test('unsubscribes when the client disconnects, and then runs the teardowns once', async () => {
    const { rpc, events } = waiting();
    const api = serve(rpc);
    const reader = await stream(api, request('wait.subscribe'));
    await reader.next();
    reader.disconnect();
    reader.disconnect();
    await reader.whenEnded();
    await vi.waitFor(() => expect(events).toEqual(['aborted', 'teardown']));
    await api.close();
    expect(log.entries).toEqual([]);
  });

  test('sends a comment after 15 seconds of silence, and not while events come', async () => {
    vi.useFakeTimers();
    const { rpc, yield: emit } = waiting();
    const reader = await stream(serve(rpc), request('wait.subscribe'));
    await reader.next();
    let received: Received;
    void reader.next().then((event) => {
      received = event;
    });
    await vi.advanceTimersByTimeAsync(14_000);
    expect(received).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(received).toBe(':');
    const event = reader.next();
    await vi.advanceTimersByTimeAsync(10_000);
    emit(5);
    expect((await event).params.result).toBe(5);
    reader.disconnect();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends after maxStreamLifetime with a last word that asks to subscribe again', async () => {
    vi.useFakeTimers();
    const { rpc, events } = waiting();
    const api = serve(rpc, { maxStreamLifetime: 60_000 });
    const reader = await stream(api, request('wait.subscribe'));
    await reader.next();
    const rest = reader.rest();
    await vi.advanceTimersByTimeAsync(60_000);
    const [last] = (await rest).slice(-1);
    expect(last.params.error).toEqual({
      code: -32000,
      message: 'Service Unavailable',
      data: { status: 503, detail: 'The stream has reached maxStreamLifetime. Subscribe again.' },
    });
    expect(events).toEqual(['aborted', 'teardown']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('produces no more events than maxBufferedBytes while the client reads nothing', async () => {
    let produced = 0;
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('many', {}, async function* () {
      for (;;) {
        produced += 1;
        yield 'x'.repeat(1_000);
      }
    });
    const reader = await stream(
      serve(rpc, { maxBufferedBytes: 10_000 }),
      request('many.subscribe'),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(produced).toBeGreaterThan(8);
    expect(produced).toBeLessThan(12);
    const before = produced;
    for (let index = 0; index < 30; index += 1) await reader.next();
    expect(produced).toBeGreaterThan(before);
    expect(reader.events.bufferedBytes).toBeLessThan(12_000);
    reader.disconnect();
  });

  test('splits a large event, and joins small ones', async () => {
    const text = 'ä'.repeat(100_000);
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('large', {}, async function* () {
      yield text;
      yield 'small';
    });
    const reader = await stream(serve(rpc), request('large.subscribe'));
    const chunks: Uint8Array[] = [];
    for await (const chunk of reader.events) chunks.push(chunk);
    expect(Math.max(...chunks.map(({ length }) => length))).toBe(65_536);
    const all = Buffer.concat(chunks).toString();
    expect(all).toContain(`"result":"${text}"}`);
    expect(all.match(/^data: /gm)).toHaveLength(4);
  });

  test('closes the connection of a client that reads nothing for sendTimeout', async () => {
    vi.useFakeTimers();
    const rpc = new Entrypoint('/rpc', { limits: { sendTimeout: 10_000 } });
    const { rpc: source, events, yield: emit } = waiting();
    for (const subscription of source.subscriptions) rpc.addMethods({ subscription });
    const reader = await stream(serve(rpc), request('wait.subscribe'));
    let isClosed = false;
    reader.events.onStalled(() => {
      isClosed = true;
    });
    await reader.next();
    void reader.next();
    emit(1);
    await vi.advanceTimersByTimeAsync(9_000);
    void reader.next();
    emit(2);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(isClosed).toBe(true);
    expect(events).toEqual(['aborted', 'teardown']);
    await reader.whenEnded();
  });

  test('counts in maxSubscriptions of the api and of one stream', async () => {
    const api = serve(waiting().rpc, { maxSubscriptions: 3, maxSubscriptionsPerConnection: 2 });
    const one = request('wait.subscribe');
    const first = await stream(api, [one, one, one]);
    const codes = (await first.next()).map(({ error }: Received) => error?.code as unknown);
    expect(codes.toSorted()).toEqual([-32005, undefined, undefined]);
    expect((await stream(api, one)).isStream).toBe(true);
    expect((await stream(api, one)).json).toMatchObject({ error: { code: -32005 } });
    first.disconnect();
    expect((await stream(api, one)).isStream).toBe(true);
  });

  test('gets last words at api.close(), which waits until they are read', async () => {
    const { rpc, events } = waiting();
    const api = serve(rpc);
    const reader = await stream(api, request('wait.subscribe'));
    await reader.next();
    const rest = reader.rest();
    let isClosed = false;
    const closed = api.close().then(() => {
      isClosed = true;
    });
    expect(isClosed).toBe(false);
    expect((await rest).map(({ params }) => params.error.data.status as unknown)).toEqual([503]);
    await closed;
    expect(events).toEqual(['aborted', 'teardown']);
  });

  test('is closed at api.close() if its client reads nothing', async () => {
    vi.useFakeTimers();
    const api = serve(waiting().rpc);
    const reader = await stream(api, request('wait.subscribe'));
    const closed = api.close();
    await vi.advanceTimersByTimeAsync(2_000);
    await closed;
    await reader.whenEnded();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends the subscriptions of a call that was accepted during the shutdown', async () => {
    const accepted = gate();
    const { rpc } = waiting();
    rpc.subscription('slow', {}, async () => {
      await accepted.promise;
      return (async function* () {
        yield await new Promise(() => undefined);
      })();
    });
    const api = serve(rpc);
    const streaming = stream(api, request('slow.subscribe'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    const closed = api.close();
    accepted.open();
    const [, last] = await (await streaming).rest();
    expect(last.params.error.data.status).toBe(503);
    await closed;
  });

  test('frees everything when 1,000 clients subscribe and disconnect in one turn', async () => {
    let open = 0;
    const opened = dependency({}, function* () {
      open += 1;
      yield 'open';
      open -= 1;
    });
    const rpc = new Entrypoint('/rpc');
    rpc.subscription('wait', { args: { opened } }, async function* () {
      yield await new Promise(() => undefined);
    });
    const api = serve(rpc);
    await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        (await stream(api, request('wait.subscribe'))).disconnect();
      }),
    );
    await vi.waitFor(() => expect(open).toBe(0), 5_000);
    await api.close();
  });
});

test('the events of a subscription that has ended count in maxHeldBytes until the client has read them', async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.subscription('large', {}, async function* () {
    yield 'x'.repeat(100_000);
  });
  const api = new Api({ logger: log, maxHeldBytes: 150_000 }).bindEntrypoint(rpc);
  const large = async (): Promise<Reader> => {
    const reader = await stream(api, request('large.subscribe'));
    await vi.waitFor(() => expect(reader.events.bufferedBytes).toBeGreaterThan(100_000));
    return reader;
  };
  const [unread, read] = [await large(), await large()];
  // The events count from the end of the subscription on, which comes after they have been buffered.
  await vi.waitFor(() => expect(unread.events.bufferedBytes).toBe(0));
  expect(await unread.rest()).toEqual([]);
  expect(await read.rest()).toHaveLength(3);
});

describe('an ordinary call of a client that accepts events', () => {
  function reporting() {
    let report!: Progress['report'];
    const end = gate<unknown>();
    const aborted = gate();
    const rpc = new Entrypoint('/rpc');
    rpc.method('work', { args: { progress, signal } }, ({ progress: own, signal: ownSignal }) => {
      ({ report } = own);
      ownSignal.addEventListener('abort', () => aborted.open());
      return end.promise;
    });
    const api = serve(rpc);
    const streaming = stream(api, { ...request('work'), id: 1, progressToken: 't' });
    const started = vi.waitFor(() => expect(report).toBeDefined());
    return { api, streaming, started, report: (value: unknown) => report(value), end, aborted };
  }

  test('has a stream from its first report of progress on', async () => {
    const { streaming, started, report, end } = reporting();
    await started;
    report(1);
    const reader = await streaming;
    expect(reader.isStream).toBe(true);
    const params = { token: 't', value: 1 };
    expect(await reader.next()).toEqual({ jsonrpc: '2.0', method: '$/progress', params });
    report(2);
    end.open('ok');
    const [last, response] = await reader.rest();
    expect(last.params.value).toBe(2);
    expect(response).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
  });

  test('has a plain response without a report, and an error in the stream after one', async () => {
    const plain = reporting();
    await plain.started;
    plain.end.open('ok');
    expect((await plain.streaming).json).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' });
    const failing = reporting();
    await failing.started;
    failing.report(1);
    failing.end.fail(new HttpError(402, 'Pay'));
    const [, response] = await (await failing.streaming).rest();
    expect(response.error).toMatchObject({ code: -32000, data: { status: 402, detail: 'Pay' } });
  });

  test('has a response that counts in maxHeldBytes until the client has read it', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('large', { args: { progress } }, ({ progress: own }) => {
      own.report(1);
      return 'x'.repeat(100_000);
    });
    const api = new Api({ logger: log, maxHeldBytes: 150_000 }).bindEntrypoint(rpc);
    const large = (): Promise<Reader> =>
      stream(api, { ...request('large'), id: 1, progressToken: 't' });
    const [unread, read] = [await large(), await large()];
    expect(await unread.rest()).toEqual([]);
    const [, response] = await read.rest();
    expect(response.result).toHaveLength(100_000);
    expect(await (await large()).rest()).toHaveLength(2);
  });

  test('keeps no timer if the client disconnects before a subscription of its batch starts', async () => {
    vi.useFakeTimers();
    const { rpc, events } = waiting();
    const end = gate();
    rpc.method('work', { args: { progress } }, ({ progress: own }) => {
      own.report(1);
      return end.promise;
    });
    const batch = [request('wait.subscribe'), { ...request('work'), id: 2, progressToken: 't' }];
    const reader = await stream(serve(rpc), batch);
    reader.disconnect();
    end.open();
    await reader.whenEnded();
    // The time limit of the call.
    await vi.advanceTimersByTimeAsync(60_000);
    // A part of the work runs in real turns of the event loop.
    await vi.waitFor(() => expect(events).toEqual(['teardown']));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('gets an abort when the client disconnects while it receives reports', async () => {
    const { api, streaming, started, report, end, aborted } = reporting();
    await started;
    report(1);
    const reader = await streaming;
    await reader.next();
    reader.disconnect();
    await aborted.promise;
    end.open('late');
    await reader.whenEnded();
    await api.close();
    expect(log.entries).toEqual([]);
  });

  test('does not run if its client disconnects while it waits behind a call of its batch', async () => {
    const end = gate();
    const ran: unknown[] = [];
    const rpc = new Entrypoint('/rpc', { concurrency: 1 });
    rpc.method(
      'work',
      { args: { name: v.string(), progress } },
      async ({ name, progress: own }) => {
        ran.push(name);
        own.report(1);
        await end.promise;
      },
    );
    const call = (name: string) => ({ ...request('work', { name }), progressToken: 't' });
    const reader = await stream(serve(rpc), [call('first'), call('second')]);
    reader.disconnect();
    end.open();
    await reader.whenEnded();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(ran).toEqual(['first']);
  });

  test('ends its stream after the response during a shutdown', async () => {
    const { api, streaming, started, report, end } = reporting();
    await started;
    report(1);
    const reader = await streaming;
    const closed = api.close();
    end.open('ok');
    expect((await reader.rest()).slice(-1)).toEqual([{ jsonrpc: '2.0', id: 1, result: 'ok' }]);
    await closed;
  });
});
