// oxlint-disable vitest/expect-expect -- @ts-expect-error comments are the expectations
import { describe, expectTypeOf, test } from 'vitest';
import { WebSocket as WsWebSocket } from 'ws';
import type { FeedMethods } from '../../test/server/feed.js';
import { eventStream } from '../event-stream.js';
import { createClient, type RemoteMethods, type SubscriptionIterator } from '../index.js';
import type { Transport } from './subscription-functions.js';
import { webSocket } from '../websocket.js';

const transport = webSocket({ url: '/feed' });
const subscriptions = {
  numbers: true,
  countdown: true,
  heads: { namespace: 'eth' },
  rejected: true,
} as const;
const client = createClient<FeedMethods>({ transport, subscriptions });

describe('a subscription of a client', () => {
  test('has the params and the events of the declaration', () => {
    expectTypeOf(client.countdown).parameter(0).toEqualTypeOf<{ from: number }>();
    expectTypeOf(client.countdown({ from: 3 })).toEqualTypeOf<
      SubscriptionIterator<{ left: number }>
    >();
    expectTypeOf(client.numbers()).toEqualTypeOf<SubscriptionIterator<number>>();
    expectTypeOf(client.$subscribe('countdown', { from: 1 })).toEqualTypeOf<
      SubscriptionIterator<{ left: number }>
    >();
    // @ts-expect-error -- the number is missing
    void client.countdown();
    // @ts-expect-error -- a number
    void client.countdown({ from: '3' });
    // @ts-expect-error -- the option is called onGap
    void client.numbers({}, { onGaps: () => undefined });
    // @ts-expect-error -- the server declares no subscription with this name
    void client.$subscribe('echo', {});
  });

  test('has events as JSON carries them', async () => {
    for await (const head of client.heads({ chain: 'main' })) {
      expectTypeOf(head).toEqualTypeOf<{ chain: string; at: string }>();
    }
  });

  test('is not a method, and methods are calls', () => {
    expectTypeOf(client.echo({ value: 1 })).resolves.toBeUnknown();
    // @ts-expect-error -- a batch can't contain a subscription
    void client.$batch((b) => [b.numbers()]);
    // @ts-expect-error -- no method has this name
    void client.$call('numbers');
  });

  test('reports gaps with their types', () => {
    void client.numbers(undefined, {
      onGap: (gap) => {
        if (gap.code === -32012) expectTypeOf(gap.data.oldest).toEqualTypeOf<string | null>();
        else expectTypeOf(gap.dropped).toEqualTypeOf<number | undefined>();
      },
    });
  });
});

describe('the option subscriptions', () => {
  test('lists exactly the subscriptions of the server', () => {
    const { rejected: _, ...others } = subscriptions;
    // @ts-expect-error -- one is missing
    createClient<FeedMethods>({ transport, subscriptions: others });
    // @ts-expect-error -- one too many
    createClient<FeedMethods>({ transport, subscriptions: { ...subscriptions, nothing: true } });
    // @ts-expect-error -- required
    createClient<FeedMethods>({ transport });
    // The compiler reports the errors of the last overload, so that one also knows the option.
    type Reported = Parameters<typeof createClient<FeedMethods>>[0];
    expectTypeOf<Extract<Reported, { readonly transport: Transport }>>().toHaveProperty(
      'subscriptions',
    );
  });

  test('is only needed with a transport, because a client without one has no subscriptions', () => {
    // @ts-expect-error -- subscriptions need a transport
    createClient<FeedMethods>({ url: '/feed', subscriptions });
    const plain = createClient<FeedMethods>({ url: '/feed' });
    expectTypeOf(plain.echo({ value: 1 })).resolves.toBeUnknown();
    // @ts-expect-error -- there are no subscriptions over plain HTTP
    void plain.numbers();
    // @ts-expect-error -- nor a connection to close
    void plain.$close();
  });
});

describe('the subscriptions of another server', () => {
  type Ethereum = RemoteMethods<{
    eth_chainId: { params: []; result: string };
    newHeads: { params: []; event: { number: string } };
    logs: { params: [filter: { address: string }]; event: { data: string } };
  }>;
  const node = createClient<Ethereum>({
    transport,
    subscriptions: { newHeads: { namespace: 'eth' }, logs: { namespace: 'eth' } },
  });

  test('are declared with their events', () => {
    expectTypeOf(node.newHeads()).toEqualTypeOf<SubscriptionIterator<{ number: string }>>();
    expectTypeOf(node.logs([{ address: '0x0' }])).toEqualTypeOf<
      SubscriptionIterator<{ data: string }>
    >();
    expectTypeOf(node.eth_chainId()).resolves.toBeString();
    // @ts-expect-error -- the filter is missing
    void node.logs();
  });

  test('have unknown events without types', () => {
    const untyped = createClient({ transport });
    expectTypeOf(untyped.$subscribe('ticks', { any: 5 })).toEqualTypeOf<
      SubscriptionIterator<unknown>
    >();
    expectTypeOf(untyped.$call('any')).resolves.toBeUnknown();
  });
});

test('webSocket() accepts the WebSockets of browsers and of the package ws', () => {
  webSocket({ url: 'ws://a/', connect: (url) => new WebSocket(url) });
  webSocket({ url: 'ws://a/', connect: (url) => new WsWebSocket(url, { headers: { a: 'b' } }) });
  webSocket({ url: 'ws://a/', connect: async (url) => new WsWebSocket(url) });
  // @ts-expect-error -- not a WebSocket
  webSocket({ url: 'ws://a/', connect: () => ({}) });
});

test('eventStream() accepts the options of HTTP', () => {
  createClient<FeedMethods>({
    transport: eventStream({ url: '/feed', headers: { a: 'b' }, fetch }),
    subscriptions,
  });
});
