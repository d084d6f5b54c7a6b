import { Api, dependency, Entrypoint, progress, signal } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { EventLog } from './event-log.js';
import { adapters } from './servers.js';
import type { Serving } from './servers/server.js';

const SSE = { accept: 'text/event-stream' };
const CHUNK = 'x'.repeat(64 * 1024);

describe.each(adapters)('event streams of $name', ({ serve }) => {
  let log: EventLog;
  let api: Api;
  let serving: Serving;
  beforeEach(async () => {
    log = new EventLog();
    api = streamingApi(log);
    const middleware = { header: ['x-app', 'yes'], onEvent: () => undefined } as const;
    serving = await serve({ apis: [{ api }], middleware });
  });
  afterEach(() => serving.close());

  async function open(body: string): Promise<EventReader> {
    const controller = new AbortController();
    const response = await fetch(`http://127.0.0.1:${serving.port}/rpc`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...SSE },
      signal: controller.signal,
    });
    return new EventReader(response, controller);
  }

  test('a subscription is a stream of its response, its events and its last word', async () => {
    const client = new RawClient(serving.port).send(post('/rpc', call('count.subscribe'), SSE));
    const { status, headers, body } = await client.response();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': ['text/event-stream'],
      'x-content-type-options': ['nosniff'],
      'cache-control': ['no-cache, no-transform'],
      'x-accel-buffering': ['no'],
    });
    expect(headers).not.toHaveProperty('content-length');
    const id = /"result":"(\w{32})"/.exec(body)?.[1];
    const event = (member: string): string =>
      `data: {"jsonrpc":"2.0","method":"count","params":{"subscription":"${id}",${member}}}\n\n`;
    expect(body).toBe(
      `data: {"jsonrpc":"2.0","id":1,"result":"${id}"}\n\n` +
        event('"result":"ü1"') +
        event('"result":"ü2"') +
        event('"done":true'),
    );
    client.send(post('/rpc', call('ping')));
    expect((await client.response()).body).toContain('"pong"');
  });

  test('events are sent as they come, and the client unsubscribes by disconnecting', async () => {
    const reader = await open(call('wait.subscribe'));
    expect(await reader.next()).toHaveProperty('result');
    log.resume();
    expect(await reader.next()).toHaveProperty('params.result', 'resumed');
    expect(log.recorded).toEqual([]);
    reader.disconnect();
    await log.waitFor('aborted');
    await log.waitFor('teardown');
    expect(log.recorded).toEqual(['aborted', 'teardown']);
  });

  test('a report of progress precedes the response, and a disconnect after it fires the signal', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'work', progressToken: 7 };
    const reader = await open(JSON.stringify(message));
    const params = { token: 7, value: 'begun' };
    expect(await reader.next()).toEqual({ jsonrpc: '2.0', method: '$/progress', params });
    log.resume();
    expect(await reader.next()).toEqual({ jsonrpc: '2.0', id: 1, result: 'done' });
    expect(await reader.next()).toBeUndefined();

    const second = await open(JSON.stringify({ ...message, params: { forever: true } }));
    await second.next();
    second.disconnect();
    await log.waitFor('aborted');
  });

  test('a client that reads nothing stops the events, and is disconnected after sendTimeout', async () => {
    const client = new RawClient(serving.port);
    client.socket.pause();
    client.send(post('/rpc', call('flood.subscribe'), SSE));
    await log.waitFor('teardown');
    // The kernel buffers a few megabytes, and the process about one.
    const produced = log.recorded.filter((event) => event === 'produced').length;
    expect(produced * CHUNK.length).toBeGreaterThan(1024 * 1024);
    expect(produced * CHUNK.length).toBeLessThan(16 * 1024 * 1024);
    client.socket.resume();
    await client.closed;
    expect(log.recorded.filter((event) => event === 'produced')).toHaveLength(produced);
  });

  test('api.close() sends a last word, and ends the response', async () => {
    const reader = await open(call('wait.subscribe'));
    await reader.next();
    await api.close();
    expect(await reader.next()).toHaveProperty('params.error.data.status', 503);
    expect(await reader.next()).toBeUndefined();
    expect(log.recorded).toEqual(['aborted', 'teardown']);
  });
});

/** Reads the events of a response. */
class EventReader {
  readonly #controller: AbortController;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = '';

  constructor(response: Response, controller: AbortController) {
    this.#controller = controller;
    // A response to POST has a body.
    this.#reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
  }

  /** Returns the next event; undefined at the end. */
  async next(): Promise<unknown> {
    while (!this.#text.includes('\n\n')) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += value;
    }
    const end = this.#text.indexOf('\n\n');
    const data = this.#text.slice('data: '.length, end);
    this.#text = this.#text.slice(end + 2);
    return JSON.parse(data);
  }

  disconnect(): void {
    // The pending read rejects.
    this.#reader.closed.catch(() => undefined);
    this.#controller.abort();
  }
}

function streamingApi(log: EventLog): Api {
  const opened = dependency({}, function* () {
    yield 'open';
    log.record('teardown');
  });
  const rpc = new Entrypoint('/rpc', { limits: { sendTimeout: 1_000 } });
  rpc.method('ping', {}, () => 'pong');
  rpc.subscription('count', { event: v.string() }, async function* () {
    yield 'ü1';
    yield 'ü2';
  });
  rpc.subscription('wait', { args: { opened, signal } }, async function* ({ signal: own }) {
    const aborted = new Promise<void>((resolve) => {
      own.addEventListener('abort', () => {
        log.record('aborted');
        resolve();
      });
    });
    await Promise.race([log.resumed, aborted]);
    if (own.aborted) return;
    yield 'resumed';
    await aborted;
  });
  rpc.subscription('flood', { args: { opened } }, async function* () {
    for (;;) {
      log.record('produced');
      yield CHUNK;
    }
  });
  rpc.method(
    'work',
    { args: { forever: v.optional(v.boolean(), false), progress, signal } },
    async ({ forever, progress: { report }, signal: own }) => {
      own.addEventListener('abort', () => log.record('aborted'));
      report('begun');
      if (forever) await new Promise((resolve) => own.addEventListener('abort', resolve));
      await log.resumed;
      return 'done';
    },
  );
  return new Api().bindEntrypoint(rpc);
}
