/**
 * A server process whose clients receive the events that the parent publishes. Its argument is the target:
 * `bare` for only the package `ws`, `channel` or `generator` for a subscription, `large` for a channel with
 * a short history of large events, or the name of another library.
 */
import { createServer } from 'node:http';
import { Api, Entrypoint, signal } from '@jsonrpc-kit/core';
import { channel } from '@jsonrpc-kit/events';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import * as v from 'valibot';
import { WebSocketServer } from 'ws';
import { listen, replyToParent } from '../processes/reply-to-parent.js';
import { EVENT, LARGE_EVENT } from './client.js';

type Publish = () => unknown;

const server = createServer();
const targets: Readonly<Record<string, () => Promise<Publish>>> = {
  bare: serveBare,
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

async function serveBare(): Promise<Publish> {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => socket.on('message', () => socket.send('subscribed')));
  return () => {
    const params = { subscription: 'f'.repeat(32), result: EVENT };
    const message = Buffer.from(JSON.stringify({ jsonrpc: '2.0', method: 'events', params }));
    for (const socket of sockets.clients) socket.send(message, { binary: false });
  };
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
