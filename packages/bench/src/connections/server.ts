/**
 * A server process whose clients receive the events that the parent publishes. Its argument is the target:
 * `bare` for only the package `ws`, `bare-generator` for the same with a generator for each client, `channel`
 * or `generator` for a subscription, `large` for a channel with a short history of large events, or the name of
 * another library.
 */
import { createServer } from 'node:http';
import { Api, Entrypoint, signal } from '@jsonrpc-kit/core';
import { channel } from '@jsonrpc-kit/events';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import { listen, replyToParent } from '../processes/reply-to-parent.js';
import { EVENT, LARGE_EVENT } from './client.js';
import { SharedEvents } from './shared-events.js';

type Publish = () => unknown;

const server = createServer();
const targets: Readonly<Record<string, () => Promise<Publish>>> = {
  bare: serveBare,
  'bare-generator': serveBareGenerator,
  channel: () => serveChannel(EVENT, 1_000),
  large: () => serveChannel(LARGE_EVENT, 100, 2_000),
  generator: serveGenerator,
};
const [, , target = 'bare'] = process.argv;
const publish = await (targets[target]?.() ?? serveOther(target));

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
  if (question === 'connections') {
    return new Promise((resolve) => {
      server.getConnections((_, count) => resolve(count));
    });
  }
  // Some collections leave 150 KB more than others.
  let least = Infinity;
  for (let collection = 0; collection < 8; collection += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
});

const notification = (result: unknown): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'events',
    params: { subscription: 'f'.repeat(32), result },
  });

async function serveBare(): Promise<Publish> {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => socket.on('message', () => socket.send('subscribed')));
  return () => {
    const message = Buffer.from(notification(EVENT));
    for (const socket of sockets.clients) socket.send(message, { binary: false });
  };
}

async function serveBareGenerator(): Promise<Publish> {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const shared = new SharedEvents();
  const sendAll = async (socket: WebSocket): Promise<void> => {
    const disconnected = new AbortController();
    socket.on('close', () => disconnected.abort());
    socket.send('subscribed');
    for await (const event of shared.events(disconnected.signal)) socket.send(notification(event));
  };
  sockets.on('connection', (socket) => socket.on('message', () => void sendAll(socket)));
  return () => shared.publish();
}

/** Imports the other libraries only here, so that the other targets don't share a heap with them. */
async function serveOther(name: string): Promise<Publish> {
  const { otherLibraries } = await import('./other-libraries.js');
  const library = otherLibraries[name];
  if (library === undefined) throw new Error(`Unknown target "${name}"`);
  return library(server);
}

function serve(rpc: Entrypoint): void {
  const api = new Api({ connections: { maxSubscriptions: Infinity, maxConnections: Infinity } });
  rpc.method('ping', {}, () => 'pong');
  api.bindEntrypoint(rpc);
  server.on('request', jsonRpc(api));
  acceptWebSockets(server, api);
}

async function serveChannel(
  value: { readonly text: string },
  kept: number,
  sendTimeout = 60_000,
): Promise<Publish> {
  const event = v.object({ text: v.string() });
  const events = channel('events', { key: v.string(), event, history: { events: kept } });
  const rpc = new Entrypoint('/', { limits: { sendTimeout } });
  rpc.subscription('events', { args: { feed: events.feed }, event }, ({ feed }) => feed('all'));
  serve(rpc);
  return () => events.publish('all', value);
}

async function serveGenerator(): Promise<Publish> {
  const shared = new SharedEvents();
  const rpc = new Entrypoint('/');
  const event = v.object({ text: v.string() });
  rpc.subscription('events', { args: { signal }, event }, (args) => shared.events(args.signal));
  serve(rpc);
  return () => shared.publish();
}
