import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { createClient, type Gap } from '@jsonrpc-kit/client';
import { eventStream } from '@jsonrpc-kit/client/event-stream';
import { webSocket as typedWebSocket } from '@jsonrpc-kit/client/websocket';
import { Api, Entrypoint, progress, signal } from '@jsonrpc-kit/core';
import { channel } from '@jsonrpc-kit/events';
import { WebSocketProvider } from 'ethers';
import { Client as RpcWebSocket } from 'rpc-websockets';
import * as v from 'valibot';
import { createPublicClient, webSocket } from 'viem';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  CancellationTokenSource,
  createMessageConnection,
  type Message,
  type MessageReader,
  type MessageWriter,
  ProgressType,
} from 'vscode-jsonrpc/node';
import { Web3, WebSocketProvider as Web3Provider } from 'web3';
import { WebSocket } from 'ws';
import { ethereumApi } from './ethereum-api.js';
import { webSocketAdapters } from './servers.js';

describe.each(webSocketAdapters)('an unmodified client of $name', ({ serve }) => {
  async function listen(api: Api): Promise<string> {
    const serving = await serve({ apis: [{ api }], webSockets: true });
    onTestFinished(async () => {
      await api.close();
      await serving.close();
    });
    return `ws://127.0.0.1:${serving.port}`;
  }

  /** Serves an Ethereum node, with what it logs and the methods that clients call. */
  async function listenEthereum() {
    const log: unknown[] = [];
    const write = (...args: unknown[]): void => void log.push(args);
    const api = ethereumApi({ error: write, warn: write });
    return { url: `${await listen(api)}/`, log, api };
  }

  test('ethers receives the heads, calls methods, unsubscribes, and gets nothing that it did not ask for', async () => {
    const { url, log } = await listenEthereum();
    const provider = new WebSocketProvider(url);
    onTestFinished(() => provider.destroy());
    const errors: unknown[] = [];
    await provider.on('error', (error) => void errors.push(error));
    const blocks: number[] = [];
    await provider.on('block', (block: number) => void blocks.push(block));
    await eventually(() => expect(blocks).toEqual([101, 102, 103]));
    expect(await provider.getBlockNumber()).toBe(100);
    await provider.removeAllListeners('block');
    expect(await provider.send('eth_chainId', [])).toBe('0x539');
    expect([errors, log]).toEqual([[], []]);
  });

  test('viem receives the heads, unsubscribes, and may keep the connection alive with its calls', async () => {
    const { url, log } = await listenEthereum();
    const client = createPublicClient({
      transport: webSocket(url, { reconnect: false, keepAlive: { interval: 20 } }),
    });
    const numbers: unknown[] = [];
    const { unsubscribe } = await client.transport.subscribe({
      params: ['newHeads'],
      onData: ({ result }) => numbers.push((result as { number: string }).number),
    });
    await eventually(() => expect(numbers).toEqual(['0x65', '0x66', '0x67']));
    expect(await client.getChainId()).toBe(1337);
    // Several calls with the id null, each of which is InvalidRequest.
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect(await unsubscribe()).toMatchObject({ result: true });
    expect(log).toEqual([]);
    (await client.transport.getSocket()).close();
  });

  test('web3 receives the heads, calls methods and unsubscribes', async () => {
    const { url, log } = await listenEthereum();
    const provider = new Web3Provider(url, {}, { autoReconnect: false });
    onTestFinished(() => provider.disconnect());
    const web3 = new Web3(provider);
    const numbers: unknown[] = [];
    const subscription = await web3.eth.subscribe('newBlockHeaders');
    // Too late for events that follow the response immediately.
    subscription.on('data', ({ number }) => void numbers.push(Number(number)));
    await eventually(() => expect(numbers.at(-1)).toBe(103));
    expect(await web3.eth.getChainId()).toBe(1337n);
    await subscription.unsubscribe();
    expect(log).toEqual([]);
  });

  test('rpc-websockets receives notifications as events, and reconnects after a shutdown', async () => {
    const { url, api } = await listenEthereum();
    const client = new RpcWebSocket(url, { reconnect_interval: 10, max_reconnects: 2 });
    onTestFinished(() => client.close());
    await new Promise((resolve) => client.on('open', () => resolve(undefined)));
    const numbers: unknown[] = [];
    client.on('eth_subscription', ({ result }: { result: { number: string } }) =>
      numbers.push(result.number),
    );
    const id = (await client.call('eth_subscribe', ['newHeads'])) as string;
    await eventually(() => expect(numbers).toEqual(['0x65', '0x66', '0x67']));
    expect(await client.call('eth_unsubscribe', [id])).toBe(true);
    await expect(client.subscribe('newHeads')).rejects.toMatchObject({ code: -32601 });
    const closed = new Promise((resolve) => client.on('close', resolve));
    // The server rejects the next connection with 503.
    const rejected = new Promise((resolve) => client.on('error', resolve));
    await api.close();
    expect(await closed).toBe(1012);
    await rejected;
  });

  test('vscode-jsonrpc cancels a call, and receives progress', async () => {
    const rpc = new Entrypoint('/rpc', { paramStructure: 'either' });
    rpc.method(
      'wait',
      { args: { signal } },
      ({ signal: own }) =>
        new Promise((_, reject) => own.addEventListener('abort', () => reject(own.reason))),
    );
    rpc.method('work', { args: { progress } }, ({ progress: { report } }) => {
      report({ percent: 50 });
      report({ percent: 100 });
      return 'done';
    });
    const socket = new WebSocket(`${await listen(new Api().bindEntrypoint(rpc))}/rpc`);
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    const client = createMessageConnection(...webSocketMessages(socket));
    onTestFinished(() => client.dispose());
    client.listen();
    const cancellation = new CancellationTokenSource();
    const waiting = client.sendRequest('wait', cancellation.token);
    const reports: unknown[] = [];
    client.onProgress(new ProgressType<unknown>(), 'work', (value) => void reports.push(value));
    expect(await client.sendRequest('work')).toBe('done');
    expect(reports.at(-1)).toEqual({ percent: 100 });
    cancellation.cancel();
    await expect(waiting).rejects.toMatchObject({ code: -32800 });
  });

  test('raw frames get their responses, also in fragments between pings', async () => {
    const { url } = await listenEthereum();
    const raw = connectTcp(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void raw.destroy());
    const chunks: Buffer[] = [];
    raw.on('data', (chunk: Buffer) => chunks.push(chunk));
    raw.write(
      'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await eventually(() =>
      // The key of RFC 6455, section 1.3.
      expect(String(chunks[0])).toMatch(/^HTTP\/1.1 101.*s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/s),
    );
    const text = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
    raw.write(frame(0x01, text.slice(0, 10)));
    raw.write(frame(0x89, 'ping'));
    raw.write(frame(0x80, text.slice(10)));
    await eventually(() => {
      const received = String(Buffer.concat(chunks.slice(1)));
      expect(received).toContain('\u0004ping');
      expect(received).toContain('{"jsonrpc":"2.0","id":1,"result":"0x539"}');
    });
    raw.write(frame(0x88, '\u0003\u00e8'));
    await once(raw, 'end');
    expect(Buffer.concat(chunks).subarray(-2)).toEqual(Buffer.from([0x03, 0xe8]));
  });

  test.each(['webSocket', 'eventStream'] as const)(
    'the typed client loses no event of a channel when its %s is cut',
    async (transport) => {
      const numbers = channel('numbers', {
        key: v.string(),
        event: v.number(),
        history: { events: 100 },
      });
      const rpc = new Entrypoint('/rpc');
      const methods = {
        numbers: rpc.subscription(
          'numbers',
          { args: { feed: numbers.feed }, event: v.number() },
          ({ feed }) => feed('all'),
        ),
      };
      const silent = { error: () => undefined, warn: () => undefined };
      const url = `${await listen(new Api({ logger: silent }).bindEntrypoint(rpc))}/rpc`;
      const cuts: (() => void)[] = [];
      const reconnect = { delay: 1, maxDelay: 5 };
      const client = createClient<typeof methods>({
        transport:
          transport === 'webSocket'
            ? typedWebSocket({
                url,
                reconnect,
                connect: (to) => {
                  const socket = new WebSocket(to);
                  cuts.push(() => socket.terminate());
                  return socket;
                },
              })
            : eventStream({
                url: url.replace('ws:', 'http:'),
                reconnect,
                fetch: (to, init) => {
                  const controller = new AbortController();
                  cuts.push(() => controller.abort());
                  return fetch(to, {
                    ...init,
                    signal: AbortSignal.any([init.signal, controller.signal]),
                  });
                },
              }),
        subscriptions: { numbers: true },
      });
      onTestFinished(() => client.$close());
      const gaps: Gap[] = [];
      const received: number[] = [];
      let hasCursor = false;
      const events = client.numbers({}, { onGap: (gap) => gaps.push(gap) });
      const loop = (async () => {
        for await (const event of events) {
          if (event > 0) received.push(event);
          else hasCursor = true;
          if (event === 50) break;
        }
      })();
      // Before the first event, the client has no cursor.
      await eventually(async () => {
        await numbers.publish('all', 0);
        expect(hasCursor).toBe(true);
      });
      for (let value = 1; value <= 50; value += 1) {
        await numbers.publish('all', value);
        if (value % 10 === 0) cuts.at(-1)?.();
      }
      await loop;
      expect(received).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
      expect(gaps).toEqual([]);
      expect(cuts.length).toBeGreaterThan(1);
    },
  );
});

/** Waits until the check passes, longer than `vi.waitFor()` does, for busy machines. */
const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 20_000 });

/** Encodes a masked frame, as clients send it (RFC 6455, section 5.2). */
function frame(head: number, text: string): Buffer {
  const payload = Buffer.from(text, 'latin1');
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.from([head, 0x80 | payload.length]), mask, masked]);
}

/**
 * The reader and writer of vscode-jsonrpc that its users write for a WebSocket. The writer adds the token of
 * each request, its method.
 */
function webSocketMessages(socket: WebSocket): [MessageReader, MessageWriter] {
  const none = { dispose: () => undefined };
  const reader: MessageReader = {
    onError: () => none,
    onClose: () => none,
    onPartialMessage: () => none,
    listen: (callback) => {
      socket.on('message', (data: Buffer) => callback(JSON.parse(data.toString()) as Message));
      return none;
    },
    dispose: () => undefined,
  };
  const writer: MessageWriter = {
    onError: () => none,
    onClose: () => none,
    write: async (message) => {
      const isRequest = 'id' in message && 'method' in message;
      const token = isRequest ? { progressToken: message.method } : {};
      socket.send(JSON.stringify({ ...message, ...token }));
    },
    end: () => undefined,
    dispose: () => undefined,
  };
  return [reader, writer];
}
