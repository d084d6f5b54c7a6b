import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, GapError, JsonRpcError, NetworkError } from '@jsonrpc-kit/client';
import { webSocket } from '@jsonrpc-kit/client/websocket';
import { WebSocket } from 'ws';
import { Connection } from './connection.js';
import {
  type Action,
  check,
  type Client,
  ENDS,
  HTTP_ERROR,
  LIMIT_EXCEEDED,
  MIB,
  pick,
  soak,
} from './observations.js';

const REQUEST_CANCELLED = -32800;

/** The actions of a client that opens a connection for each of them. */
export const connectionActions: readonly Action[] = [
  ['subscription and calls', 6, subscribeAndCall],
  ['ended subscription', 3, receiveLastWord],
  ['subscription that ignores its signal', 1, leaveIgnoringSubscription],
  ['rejected subscription', 2, expectRejection],
  ['cancelled calls', 4, cancelCalls],
  ['cut connection', 5, cutConnection],
  ['stalled connection', 0.3, stallConnection],
  ['rejected connection', 2, expectUnauthorized],
  ['resumed channel', 4, resumeChannel],
];

/** Opens a connection, and closes it after its use. */
async function onConnection(
  connection: Connection,
  use: (connection: Connection) => Promise<void>,
): Promise<void> {
  if (await connection.opened()) await use(connection);
  await connection.close();
}

function subscribeAndCall(client: Client): Promise<void> {
  return onConnection(new Connection(client), async (connection) => {
    const subscribed = await connection.subscribe('numbers');
    if (subscribed === undefined) return;
    const slow = connection.call('slow', { milliseconds: 10 });
    const echo = connection.call('echo', { text: 'hello' });
    check(client, await echo, ({ result }) => result === 'hello');
    check(client, await connection.call('rejected'), ({ error }) => error?.code === 6100);
    await connection.receive(subscribed, 5 + client.random() * 20);
    check(client, await slow, ({ result }) => result === null);
    await connection.unsubscribe('numbers', subscribed);
  });
}

function receiveLastWord(client: Client): Promise<void> {
  return onConnection(new Connection(client), async (connection) => {
    const [end, lastWord] = pick(ENDS, client.random);
    const subscribed = await connection.subscribe('ending', { count: 10, end });
    await connection.inbox.receiveLastWord(subscribed, { newest: 10, lastWord });
  });
}

function leaveIgnoringSubscription(client: Client): Promise<void> {
  return onConnection(new Connection(client), async (connection) => {
    const subscribed = await connection.subscribe('ignoresSignal');
    if (subscribed === undefined) return;
    await connection.receive(subscribed, 1);
    await connection.unsubscribe('ignoresSignal', subscribed);
  });
}

function expectRejection(client: Client): Promise<void> {
  return onConnection(new Connection(client), async (connection) => {
    const response = await connection.call('rejectedEvents.subscribe');
    check(client, response, ({ error }) => error?.code === 6100);
  });
}

function cancelCalls(client: Client): Promise<void> {
  return onConnection(new Connection(client), async (connection) => {
    const waiting = [connection.send('waits'), connection.send('waits')];
    const slow = connection.send('slow', { milliseconds: 20 });
    await wait(client.random() * 10);
    for (const id of [...waiting, slow]) connection.notify('$/cancelRequest', { id });
    for (const id of waiting) {
      const response = await connection.inbox.response(id);
      check(client, response, ({ error }) => error?.code === REQUEST_CANCELLED);
    }
    // It ignores its signal, but may be cancelled before it begins.
    const response = await connection.inbox.response(slow);
    check(client, response, ({ result, error }) =>
      error === undefined ? result === null : error.code === REQUEST_CANCELLED,
    );
  });
}

/** Disconnects while the connection opens, or in the middle of events and calls. */
async function cutConnection(client: Client): Promise<void> {
  const connection = new Connection(client);
  const cutting = wait(client.random() * 15).then(() => connection.cut());
  if (await connection.opened()) {
    await Promise.all([
      connection.subscribe('numbers', { length: 2_000 }),
      connection.call('waits'),
      connection.call('slow', { milliseconds: 20 }),
    ]);
  }
  await cutting;
}

/** Reads nothing for a time, after which the server may have disconnected. */
async function stallConnection(client: Client): Promise<void> {
  const connection = new Connection(client, { mayEnd: true });
  if (await connection.opened()) {
    await connection.subscribe('numbers', { milliseconds: 0, length: 16_384 });
    const large = connection.call('large', { length: MIB });
    await connection.stall(client.random() * 3_000);
    check(client, await large, ({ result }) => String(result).length === MIB);
  }
  connection.cut();
}

async function expectUnauthorized(client: Client): Promise<void> {
  const headers = { 'user-auth-token': 'revoked' };
  const socket = new WebSocket(soak(client).replace('http', 'ws'), { headers });
  try {
    await once(socket, 'open');
    socket.terminate();
    client.seen.wrong.push('A connection with a revoked token was opened');
  } catch (error) {
    if (!String(error).includes('401')) client.seen.interrupted.push(String(error));
  }
}

/** Follows a channel with the typed client, which continues after its connection is cut. */
async function resumeChannel(client: Client): Promise<void> {
  const { seen, random } = client;
  const params = { key: pick(['a', 'b', 'c', 'd'], random) };
  const sockets: WebSocket[] = [];
  const connect = (url: string): WebSocket => {
    const socket = new WebSocket(url);
    sockets.push(socket);
    return socket;
  };
  const rpc = createClient({
    transport: webSocket({ url: soak(client), connect, reconnect: { attempts: 3, delay: 10 } }),
  });
  const tick = () => rpc.$call('tick', params);
  let isCut = false;
  const onOpen = () => {
    isCut = false;
    return tick();
  };
  const options = { onOpen, signal: AbortSignal.timeout(10_000) };
  let newest: number | undefined;
  let count = 0;
  try {
    for await (const event of rpc.$subscribe('ticks', params, options)) {
      const { number } = event as { number: number };
      if (newest !== undefined && number !== newest + 1) {
        seen.wrong.push(`Tick ${number} follows ${newest}`);
      }
      newest = number;
      count += 1;
      seen.events += 1;
      if (count === 20) break;
      if (count === 10) {
        isCut = true;
        sockets.at(-1)?.terminate();
      }
      // The next connection begins with a tick.
      if (!isCut) await tick();
    }
  } catch (error) {
    const code = error instanceof JsonRpcError ? error.code : undefined;
    // Before the first event, the client has no cursor after which it could continue.
    const isInterrupted =
      code === HTTP_ERROR ||
      error instanceof NetworkError ||
      (error instanceof GapError && newest === undefined);
    if (code === LIMIT_EXCEEDED) seen.limited += 1;
    else if (isInterrupted) seen.interrupted.push(String(error));
    else seen.wrong.push(String(error));
  } finally {
    rpc.$close();
  }
}
