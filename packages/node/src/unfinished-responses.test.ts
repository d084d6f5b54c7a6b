import { createServer, type ServerResponse } from 'node:http';
import { settlesWithin } from '@jsonrpc-kit/core/internal';
import { expect, test, vi } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { watchResponse } from './on-finished.js';
import { UnfinishedResponses } from './unfinished-responses.js';

/** Starts a server, and returns its response to the client's request. */
async function responseTo(client: (port: number) => RawClient): Promise<{
  readonly outgoing: ServerResponse;
  readonly client: RawClient;
}> {
  let take = (_outgoing: ServerResponse): void => undefined;
  const taken = new Promise<ServerResponse>((resolve) => {
    take = resolve;
  });
  const server = createServer((_incoming, outgoing) => take(outgoing)).unref();
  const sender = client(await listen(server)).send(post('/', call('any')));
  return { outgoing: await taken, client: sender };
}

test('a response that the operating system has accepted is finished', async () => {
  const { outgoing } = await responseTo((port) => new RawClient(port));
  const responses = new UnfinishedResponses();
  outgoing.end('small');
  responses.addUnlessSent(outgoing);
  expect(await settlesWithin(responses.whenSent(), 0)).toBe(true);
});

test('a response that the operating system has accepted needs no listener, also if Node reports its end later', async () => {
  const { outgoing } = await responseTo((port) => new RawClient(port));
  outgoing.end('small');
  // As since Node 24.
  Object.defineProperty(outgoing, 'writableFinished', { value: false });
  const listeners = outgoing.listenerCount('finish');
  const onSent = vi.fn<() => Promise<void>>();
  const host = { logger: new MemoryLogger(), holdResponse: vi.fn<() => () => void>() };
  watchResponse({ incoming: outgoing.req, outgoing }, { onSent, body: 'small' }, host);
  expect(onSent).toHaveBeenCalledOnce();
  expect(outgoing.listenerCount('finish')).toBe(listeners);
  expect(host.holdResponse).not.toHaveBeenCalled();
});

test('a response that is still being written to a slow client is unfinished', async () => {
  const { outgoing, client } = await responseTo((port) => new RawClient(port));
  client.socket.pause();
  const responses = new UnfinishedResponses();
  outgoing.end('x'.repeat(32 * 1024 * 1024));
  responses.addUnlessSent(outgoing);
  const sent = responses.whenSent();
  expect(await settlesWithin(sent, 10)).toBe(false);
  client.socket.resume();
  await sent;
  expect(outgoing.writableFinished).toBe(true);
});

test('a response that a hook holds back is unfinished', async () => {
  const { outgoing } = await responseTo((port) => new RawClient(port));
  const responses = new UnfinishedResponses();
  responses.addUnlessSent(outgoing);
  const sent = responses.whenSent();
  expect(await settlesWithin(sent, 10)).toBe(false);
  outgoing.end();
  await sent;
});
