import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { watchResponseSoon } from './on-finished.js';
import { jsonRpc } from './json-rpc.js';

const host = { logger: new MemoryLogger(), holdResponse: () => () => undefined };

/** Starts a server that calls `watchResponseSoon()` and then writes the body. */
async function clientOf(
  watched: Parameters<typeof watchResponseSoon>[1],
  body: string,
  onResponse: (outgoing: ServerResponse) => void = () => undefined,
): Promise<RawClient> {
  const server = createServer((incoming, outgoing) => {
    watchResponseSoon({ incoming, outgoing }, watched, host);
    outgoing.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body);
    onResponse(outgoing);
  });
  return new RawClient(await listen(server)).send(post('/', ''));
}

test('watchResponseSoon() disconnects a client that does not read within sendTimeout', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const large = 'x'.repeat(64 * 1024 * 1024);
  const client = await clientOf({ onSent: undefined, sendTimeout: 20 }, large, (outgoing) => {
    closed = new Promise((resolve) => outgoing.once('close', resolve));
  });
  await new Promise((resolve) => client.socket.once('readable', resolve));
  await closed;
  client.socket.resume();
  await client.closed;
  expect(client.socket.bytesRead).toBeLessThan(large.length);
});

test('a client that does not read the end of an event stream is disconnected after sendTimeout', async () => {
  const rpc = new Entrypoint('/rpc', { limits: { sendTimeout: 50 } });
  rpc.subscription('ended', {}, async function* () {
    yield 1;
  });
  const listener = jsonRpc(new Api({ logger: host.logger }).bindEntrypoint(rpc));
  const server = createServer((incoming, outgoing) => {
    // Node has accepted the last chunk, but the operating system accepts nothing any more.
    outgoing.end = () => outgoing;
    listener(incoming, outgoing);
  });
  const request = post('/rpc', call('ended.subscribe'), { accept: 'text/event-stream' });
  const client = new RawClient(await listen(server)).send(request);
  await client.closed;
  expect(client.socket.readableEnded || client.socket.destroyed).toBe(true);
});

test('watchResponseSoon() calls onSent when the response has been sent', async () => {
  let client: RawClient | undefined;
  await new Promise<void>((resolve) => {
    const onSent = async (): Promise<void> => resolve();
    void clientOf({ onSent }, 'small').then((created) => (client = created));
  });
  expect((await client?.response())?.body).toBe('small');
});

test('watchResponseSoon() counts a long response before it is written, until it has been sent', async () => {
  let held = 0;
  const holdResponse = (bytes: number): (() => void) => {
    held += bytes;
    return () => void (held -= bytes);
  };
  const heldAtOnce: number[] = [];
  const body = 'ž'.repeat(100_000);
  const server = createServer((incoming, outgoing) => {
    const counting = { logger: host.logger, holdResponse };
    watchResponseSoon({ incoming, outgoing }, { onSent: undefined, body }, counting);
    heldAtOnce.push(held);
    outgoing.end(body);
  });
  const client = new RawClient(await listen(server)).send(post('/rpc', ''));
  await client.response();
  expect(heldAtOnce).toEqual([200_000]);
  await vi.waitFor(() => expect(held).toBe(0));
});

test('watchResponseSoon() creates one timer for many responses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const body of ['first', 'second', 'third']) {
    const client = await clientOf({ onSent: undefined }, body);
    expect((await client.response()).body).toBe(body);
  }
  expect(vi.getTimerCount()).toBe(1);
  vi.runAllTimers();
  expect(vi.getTimerCount()).toBe(0);
});
