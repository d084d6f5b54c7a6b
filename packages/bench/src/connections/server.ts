/**
 * A server process whose clients receive the events that the parent publishes. Its argument is the target:
 * `bare` for only the package `ws`, or `channel` or `generator` for a subscription.
 */
import { createServer } from 'node:http';
import { Api, Entrypoint, signal } from '@jsonrpc-kit/core';
import { channel } from '@jsonrpc-kit/events';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import * as v from 'valibot';
import { WebSocketServer } from 'ws';
import { EVENT, notification, SUBSCRIPTION } from './client.js';
import { listen, replyToParent } from '../processes/reply-to-parent.js';

const server = createServer();
const publish = await { bare: serveBare, channel: serveChannel, generator: serveGenerator }[
  process.argv[2] as 'bare' | 'channel' | 'generator'
]();

let before = process.cpuUsage();
replyToParent({ port: await listen(server) }, async (question) => {
  if (question === 'publish') {
    before = process.cpuUsage();
    await publish();
    return 'published';
  }
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage(before);
    return user + system;
  }
  for (let collection = 0; collection < 3; collection += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed;
});

type Publish = () => unknown;

async function serveBare(): Promise<Publish> {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => socket.on('message', () => socket.send('subscribed')));
  return () => {
    const message = Buffer.from(notification(SUBSCRIPTION));
    for (const socket of sockets.clients) socket.send(message, { binary: false });
  };
}

function serve(rpc: Entrypoint): void {
  const api = new Api({ connections: { maxSubscriptions: Infinity, maxConnections: Infinity } });
  api.bindEntrypoint(rpc);
  server.on('request', jsonRpc(api));
  acceptWebSockets(server, api);
}

async function serveChannel(): Promise<Publish> {
  const event = v.object({ text: v.string() });
  const events = channel('events', { key: v.string(), event });
  const rpc = new Entrypoint('/');
  rpc.subscription('events', { args: { feed: events.feed }, event }, ({ feed }) => feed('all'));
  serve(rpc);
  return () => events.publish('all', EVENT);
}

async function serveGenerator(): Promise<Publish> {
  let wake = (): void => undefined;
  let published = Promise.resolve();
  const next = (): void => {
    published = new Promise((resolve) => {
      wake = resolve;
    });
  };
  next();
  const rpc = new Entrypoint('/');
  const event = v.object({ text: v.string() });
  rpc.subscription('events', { args: { signal }, event }, async function* ({ signal: own }) {
    while (!own.aborted) {
      await published;
      yield EVENT;
    }
  });
  serve(rpc);
  return () => {
    wake();
    next();
  };
}
