import { createServer, type ServerResponse } from 'node:http';
import { settlesWithin } from '@jsonrpc-kit/core/adapter';
import { expect, test } from 'vitest';
import { listen } from '../test/listen.js';
import { call, post, RawClient } from '../test/raw-client.js';
import { OpenResponses } from './open-responses.js';

/** A server whose response is asked for by the client that is given. */
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

test('a response that the operating system has taken is under way no more', async () => {
  const { outgoing } = await responseTo((port) => new RawClient(port));
  const responses = new OpenResponses();
  outgoing.end('small');
  responses.addUnlessSent(outgoing);
  expect(await settlesWithin(responses.whenSent(), 0)).toBe(true);
});

test('one that is still written to a slow client is waited for', async () => {
  const { outgoing, client } = await responseTo((port) => new RawClient(port));
  client.socket.pause();
  const responses = new OpenResponses();
  outgoing.end('x'.repeat(32 * 1024 * 1024));
  responses.addUnlessSent(outgoing);
  const sent = responses.whenSent();
  expect(await settlesWithin(sent, 10)).toBe(false);
  client.socket.resume();
  await sent;
  expect(outgoing.writableFinished).toBe(true);
});

test('so is one that has not ended yet, as a hook may hold it back', async () => {
  const { outgoing } = await responseTo((port) => new RawClient(port));
  const responses = new OpenResponses();
  responses.addUnlessSent(outgoing);
  const sent = responses.whenSent();
  expect(await settlesWithin(sent, 10)).toBe(false);
  outgoing.end();
  await sent;
});
