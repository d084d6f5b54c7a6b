import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Inbox, type Request } from './inbox.js';
import { type Action, call, check, type Client, ENDS, soak } from './observations.js';

/** The actions of a client that receives events in the response to an HTTP request. */
export const streamActions: readonly Action[] = [
  ['aborted event stream', 4, abortStream],
  ['cut event stream', 3, cutStream],
  ['ended event stream', 3, receiveLastWords],
  ['absent reader of events', 0.3, leaveEventsUnread],
];

const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
const numbers = call('numbers.subscribe', {}, 1);

async function abortStream(client: Client): Promise<void> {
  const abort = new AbortController();
  await receiveNumbers(client, await openStream(client, [numbers], abort.signal));
  abort.abort();
}

async function cutStream(client: Client): Promise<void> {
  const request = openRequest(soak(client), { method: 'POST', headers });
  request.on('error', () => undefined).end(JSON.stringify(numbers));
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error('The server shuts down');
    const inbox = new Inbox(client.seen);
    inbox.expect(numbers);
    void receive(inbox, response);
    await receiveNumbers(client, inbox);
    // Sends a reset instead of an end.
    response.socket.resetAndDestroy();
  } catch (error) {
    client.seen.interrupted.push(String(error));
  }
}

async function receiveLastWords(client: Client): Promise<void> {
  const requests = ENDS.map(([end], id) => call('ending.subscribe', { count: 10, end }, id));
  const inbox = await openStream(client, requests);
  for (const [id, [, lastWord]] of ENDS.entries()) {
    const response = await inbox?.response(id);
    check(client, response, ({ result }) => typeof result === 'string');
    await inbox?.receiveLastWord(inbox.subscription(response), { newest: 10, lastWord });
  }
  await inbox?.until(() => inbox.isOver);
}

async function leaveEventsUnread(client: Client): Promise<void> {
  const abort = new AbortController();
  const params = { milliseconds: 0, length: 16_384 };
  await post(client, call('numbers.subscribe', params, 1), abort.signal);
  await wait(1_000);
  abort.abort();
}

/** Receives some events of `numbers`. */
async function receiveNumbers(client: Client, inbox: Inbox | undefined): Promise<void> {
  const response = await inbox?.response(1);
  check(client, response, ({ result }) => typeof result === 'string');
  const subscribed = inbox?.subscription(response);
  const count = 5 + client.random() * 20;
  const isReceived = await inbox?.until(() => (subscribed?.newest ?? count) >= count);
  if (isReceived !== true) client.seen.interrupted.push('An event stream');
}

/** Subscribes by HTTP. Returns undefined if the server can't be reached. */
async function openStream(
  client: Client,
  requests: readonly Request[],
  signal?: AbortSignal,
): Promise<Inbox | undefined> {
  const response = await post(client, requests.length === 1 ? requests[0] : requests, signal);
  if (response?.body === undefined || response.body === null) return undefined;
  const inbox = new Inbox(client.seen);
  for (const request of requests) inbox.expect(request);
  void receive(inbox, response.body);
  return inbox;
}

async function post(
  client: Client,
  message: unknown,
  signal: AbortSignal | null = null,
): Promise<Response | undefined> {
  try {
    const body = JSON.stringify(message);
    const response = await fetch(soak(client), { method: 'POST', headers, body, signal });
    if (response.ok) return response;
    client.seen.interrupted.push(await response.text());
  } catch (error) {
    client.seen.interrupted.push(String(error));
  }
  return undefined;
}

/** Passes the events of a stream to the inbox, until the stream ends. */
async function receive(inbox: Inbox, body: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body) {
      const events = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) if (event.startsWith('data: ')) inbox.receive(event.slice(6));
    }
    // The response is a plain one if the server has rejected the call.
    if (text !== '') inbox.receive(text);
  } catch (error) {
    // The client or the server has disconnected.
    if (error instanceof SyntaxError) throw error;
  } finally {
    inbox.end();
  }
}
