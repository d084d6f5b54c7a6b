import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { ServerConnections } from './server-connections.js';

test('closeWhenSent() closes busy, idle and silent connections once every response has been sent', async () => {
  let take = (_outgoing: ServerResponse): void => undefined;
  const running = new Promise<ServerResponse>((resolve) => {
    take = resolve;
  });
  const server = createServer((_incoming, outgoing) => take(outgoing));
  const connections = new ServerConnections(server);
  const port = await listen(server);
  const silent = new RawClient(port);
  const busy = new RawClient(port).send(post('/', call('wait')));
  const outgoing = await running;

  connections.endKeepAlive();
  const closed = connections.closeWhenSent();
  expect(busy.socket.closed).toBe(false);
  outgoing.end('the whole response');
  expect((await busy.response()).body).toBe('the whole response');
  await closed;
  await Promise.all([silent.closed, busy.closed]);
  server.close();
});
