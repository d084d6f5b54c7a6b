import EventEmitter, { on } from 'node:events';
import type { Server } from 'node:http';
import { MemoryPublisher } from '@orpc/experimental-publisher/memory';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { initTRPC } from '@trpc/server';
import { applyWSSHandler } from '@trpc/server/adapters/ws';
import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { Server as RpcWebSocketServer } from 'rpc-websockets';
import { Server as SocketIoServer } from 'socket.io';
import { WebSocketServer } from 'ws';
import { EVENT } from './client.js';

type Publish = () => unknown;

/**
 * Servers of the other libraries, as their documentation shows a subscription of many clients. Each returns
 * the function that publishes an event.
 */
export const otherLibraries: Readonly<Record<string, (server: Server) => Publish>> = {
  oRPC: serveOrpc,
  tRPC: serveTrpc,
  'graphql-ws': serveGraphql,
  'rpc-websockets': serveRpcWebSockets,
  'socket.io': serveSocketIo,
};

function serveOrpc(server: Server): Publish {
  const publisher = new MemoryPublisher<{ all: typeof EVENT }>();
  const events = os.handler(async function* ({ signal }) {
    for await (const event of publisher.subscribe('all', { signal })) yield event;
  });
  const handler = new RPCHandler({ events });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => void handler.upgrade(socket));
  return () => publisher.publish('all', EVENT);
}

function serveTrpc(server: Server): Publish {
  const emitter = new EventEmitter<{ event: [typeof EVENT] }>().setMaxListeners(Infinity);
  const t = initTRPC.create();
  const router = t.router({
    events: t.procedure.subscription(async function* ({ signal }) {
      for await (const [event] of on(emitter, 'event', { signal })) yield event as typeof EVENT;
    }),
  });
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  applyWSSHandler({ wss, router });
  return () => emitter.emit('event', EVENT);
}

function serveGraphql(server: Server): Publish {
  const emitter = new EventEmitter<{ event: [typeof EVENT] }>().setMaxListeners(Infinity);
  const event = new GraphQLObjectType({ name: 'Event', fields: { text: { type: GraphQLString } } });
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { version: { type: GraphQLString } } }),
    subscription: new GraphQLObjectType({
      name: 'Subscription',
      fields: {
        events: {
          type: event,
          subscribe: async function* () {
            for await (const [value] of on(emitter, 'event')) yield { events: value as unknown };
          },
        },
      },
    }),
  });
  useServer({ schema }, new WebSocketServer({ server, perMessageDeflate: false }));
  return () => emitter.emit('event', EVENT);
}

function serveRpcWebSockets(server: Server): Publish {
  const rpc = new RpcWebSocketServer({ server, perMessageDeflate: false });
  rpc.event('events');
  return () => rpc.emit('events', EVENT);
}

function serveSocketIo(server: Server): Publish {
  const io = new SocketIoServer(server, { transports: ['websocket'], perMessageDeflate: false });
  return () => io.emit('events', EVENT);
}
