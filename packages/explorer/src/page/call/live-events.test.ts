import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { LiveEvents } from './live-events.js';
import type { HttpCall } from './send-request.js';

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** What the server does with each request, in their order. */
let script: Respond[];
let requests: number;
let url: string;
let live: LiveEvents;

beforeEach(async () => {
  script = [];
  requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    script[requests]?.(response, request);
    requests += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `${origin}/rpc`;
  vi.stubGlobal('location', { origin });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  live = new LiveEvents();
});
afterEach(() => {
  live.unsubscribe();
  vi.unstubAllGlobals();
});

/** Requests that name the cursor in their body. */
const createCall = (cursor: string | undefined): HttpCall => ({
  url,
  headers: {},
  body: JSON.stringify({ cursor: cursor ?? null }),
});

const ACCEPTED = { jsonrpc: '2.0', id: 1, result: 'subscription' };
const DONE = { method: 'numbers.event', params: { subscription: 'subscription', done: true } };

function event(result: unknown, members: object = {}): object {
  return { method: 'numbers.event', params: { subscription: 'subscription', result, ...members } };
}

function failure(error: object): object {
  return { method: 'numbers.event', params: { subscription: 'subscription', error } };
}

/** Begins an event stream with messages, and keeps it open. */
function stream(...messages: readonly object[]): Respond {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const message of messages) response.write(`data: ${JSON.stringify(message)}\r\n\r\n`);
  };
}

/** Sends an event stream whose connection is then lost. */
function cut(...messages: readonly object[]): Respond {
  return (response, request) => {
    stream(...messages)(response, request);
    response.write(': the last bytes before the cut\n\n', () => response.destroy());
  };
}

function reject(status: number): Respond {
  return (response) => response.writeHead(status).end('{"error":"no"}');
}

const values = (): readonly unknown[] => live.state.get().events.map(({ value }) => value);

describe('the events of a subscription', () => {
  test('are kept, the newest first, with how many the server has dropped', async () => {
    script = [stream(ACCEPTED, event('a'), event('b', { dropped: 3 }), DONE)];
    await live.subscribe(createCall);
    expect(live.state.get()).toMatchObject({
      step: 'ended',
      reason: 'The subscription has ended.',
      count: 2,
      events: [
        { number: 2, value: 'b', dropped: 3 },
        { number: 1, value: 'a', dropped: 0 },
      ],
    });
  });

  test('are the latest hundred', async () => {
    const events = Array.from({ length: 150 }, (_, index) => event(index));
    script = [stream(ACCEPTED, ...events, DONE)];
    await live.subscribe(createCall);
    expect(live.state.get().count).toBe(150);
    expect(values()).toEqual(Array.from({ length: 100 }, (_, index) => 149 - index));
  });

  test('stand still during a pause, and appear after it', async () => {
    let send: ((message: object) => void) | undefined;
    script = [
      (response, request) => {
        stream(ACCEPTED, event('a'))(response, request);
        send = (message) => response.write(`data: ${JSON.stringify(message)}\n\n`);
      },
    ];
    const subscribed = live.subscribe(createCall);
    await vi.waitFor(() => expect(values()).toEqual(['a']));
    live.setPaused(true);
    send?.(event('b'));
    await vi.waitFor(() => expect(live.state.get().count).toBe(2));
    expect(values()).toEqual(['a']);
    live.setPaused(false);
    expect(values()).toEqual(['b', 'a']);
    live.unsubscribe();
    await subscribed;
    expect(live.state.get()).toMatchObject({ step: 'ended', reason: 'You have unsubscribed.' });
  });
});

describe('a subscription', () => {
  const bodies: string[] = [];
  const keepBody =
    (respond: Respond): Respond =>
    (response, request) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        bodies.push(body);
        respond(response, request);
      });
    };
  beforeEach(() => {
    bodies.length = 0;
  });

  test('continues after its last cursor if the connection is lost', async () => {
    script = [
      keepBody(cut(ACCEPTED, event('a', { cursor: 'c1' }))),
      keepBody(stream(ACCEPTED, event('b'), DONE)),
    ];
    await live.subscribe(createCall);
    expect(bodies).toEqual(['{"cursor":null}', '{"cursor":"c1"}']);
    expect(values()).toEqual(['b', 'a']);
  });

  test('waits for a server that restarts', async () => {
    const ended = { code: -32000, message: 'Server error', data: { status: 503 } };
    script = [stream(ACCEPTED, failure(ended)), reject(503), stream(ACCEPTED, event('b'), DONE)];
    const steps: string[] = [];
    live.state.subscribe(() => steps.push(live.state.get().step));
    await live.subscribe(createCall);
    expect(values()).toEqual(['b']);
    expect(steps).toContain('reconnecting');
  });

  test('ends with the error of its last notification', async () => {
    script = [stream(ACCEPTED, failure({ code: -32001, message: 'Events lost' }))];
    await live.subscribe(createCall);
    expect(live.state.get()).toMatchObject({ step: 'ended', reason: 'Events lost (-32001)' });
  });

  test('that the server rejects keeps the response', async () => {
    script = [reject(401)];
    await live.subscribe(createCall);
    expect(live.state.get()).toMatchObject({
      step: 'ended',
      rejection: { status: 401, text: '{"error":"no"}' },
    });
  });

  test('that was never accepted says why, and does not try again', async () => {
    script = [(response) => response.destroy()];
    await live.subscribe(createCall);
    expect(live.state.get()).toMatchObject({ step: 'ended' });
    expect(live.state.get().reason).toContain(`${url} can’t be reached`);
    expect(requests).toBe(1);
  });
});
