import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../test/eventually.js';
import { serveFeed } from '../../test/serve-feed.js';
import { eventStream } from '../event-stream.js';
import { createClient, NetworkError, safe } from '../index.js';
import { webSocket } from '../websocket.js';

/** Resolves when the client waits for an hour, at most, before another attempt. */
function longWait(): Promise<unknown> {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  return eventually(() =>
    expect(timers.mock.calls.some(([, delay]) => Number(delay) > 1_000_000)).toBe(true),
  );
}

const reconnect = { delay: 3_600_000, maxDelay: 3_600_000 };

describe.each([
  [
    'webSocket()',
    (url: string) => webSocket({ url, connect: (to) => new WebSocket(to), reconnect }),
  ],
  ['eventStream()', (url: string) => eventStream({ url, reconnect })],
])('$close() of a client with %s', (_, transportOf) => {
  test('ends the wait before a call is retried', async () => {
    const retry = { ...reconnect, maxTime: 100_000_000 };
    const client = createClient({ transport: transportOf('http://127.0.0.1:1/'), retry });
    const waiting = longWait();
    const call = safe(client.$call('pay', {}, { idempotencyKey: 'k' }));
    await waiting;
    client.$close();
    expect(await call).toMatchObject({ error: { code: 'aborted' } });
  });

  test('ends the wait before a subscription continues', async () => {
    const server = await serveFeed();
    const client = createClient({ transport: transportOf(server.url) });
    const event = safe(client.$subscribe('numbers', {}, { onGap: () => undefined }).next());
    await eventually(() => expect(server.feed.feed.subscribers).toBe(1));
    const waiting = longWait();
    server.cut();
    await waiting;
    client.$close();
    expect(await event).toMatchObject({ error: { code: 'aborted' } });
  });

  test('ends the wait before a callback is called again', async () => {
    const server = await serveFeed();
    const client = createClient({ transport: transportOf(server.url) });
    const waiting = longWait();
    const onOpen = (): never => {
      throw new NetworkError('The connection was cut');
    };
    const event = safe(client.$subscribe('numbers', {}, { onOpen }).next());
    await waiting;
    client.$close();
    expect(await event).toMatchObject({ error: { code: 'aborted' } });
  });
});
