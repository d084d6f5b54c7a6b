import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { adapterApi } from '../api/adapter-api.js';
import { Api } from '../api/api.js';
import { backgroundTasks, httpRequest, httpResponse, signal } from '../di/context-sources.js';
import { dependency } from '../di/dependency.js';
import { Entrypoint } from '../entrypoint/entrypoint.js';
import { HttpError } from '../errors/http-error.js';
import { fetchContext, fetchContextOf } from './fetch-request.js';
import { jsonRpc } from './json-rpc.js';

const silent = { error: () => undefined, warn: () => undefined };

function apiOf(declare: (rpc: Entrypoint) => void, options = {}): Api {
  const rpc = new Entrypoint('/rpc', options);
  declare(rpc);
  return new Api({ logger: silent }).bindEntrypoint(rpc);
}

function echoApi(options = {}): Api {
  return apiOf((rpc) => {
    rpc.method('echo', { args: { text: v.string() } }, ({ text }) => text);
  }, options);
}

function call(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

function post(
  body: NonNullable<RequestInit['body']>,
  path = '/rpc',
  init: RequestInit = {},
): Request {
  return new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    ...init,
  });
}

const HI = call('echo', { text: 'žluť 🐎' });
const RESPONSE = '{"jsonrpc":"2.0","id":1,"result":"žluť 🐎"}';

describe('responses', () => {
  test('the handler responds to a call with its type, its length in bytes, and nosniff', async () => {
    const response = await jsonRpc(echoApi())(post(HI));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'content-length': String(new TextEncoder().encode(RESPONSE).length),
      'x-content-type-options': 'nosniff',
    });
    expect(await response.text()).toBe(RESPONSE);
  });

  test('the response to a notification has neither a body nor the headers of a body', async () => {
    const response = await jsonRpc(echoApi())(post('{"jsonrpc":"2.0","method":"echo"}'));
    expect(response.status).toBe(204);
    expect(response.body).toBeNull();
    expect([...response.headers]).toEqual([]);
  });

  test('the response to HEAD has the length of the body, but no body', async () => {
    const api = echoApi();
    adapterApi(api).addPage({
      path: '/page',
      handle: () => ({
        status: 200,
        body: 'page',
        contentType: 'text/plain',
        headers: undefined,
        onSent: undefined,
      }),
    });
    const response = await jsonRpc(api)(new Request('http://localhost/page', { method: 'HEAD' }));
    expect(response.headers.get('content-length')).toBe('4');
    expect(response.body).toBeNull();
  });

  test('a method sets status, headers and several cookies', async () => {
    const api = apiOf((rpc) => {
      rpc.method('sign-in', { args: { head: httpResponse } }, ({ head }) => {
        head.status = 201;
        head.headers.set('x-by', '42');
        head.setCookie('session', '1');
        head.setCookie('theme', 'dark');
      });
    });
    const { status, headers } = await jsonRpc(api)(post(call('sign-in')));
    expect(status).toBe(201);
    expect(headers.get('x-by')).toBe('42');
    expect(headers.getSetCookie()).toEqual(['session=1', 'theme=dark']);
  });

  test('an HttpError ends the exchange with its status and headers', async () => {
    const api = apiOf((rpc) => {
      rpc.method('guarded', {}, () => {
        throw new HttpError(401, 'No', { 'www-authenticate': 'Basic' });
      });
    });
    const response = await jsonRpc(api)(post(call('guarded')));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Basic');
  });

  test('an api that is shutting down responds with 503', async () => {
    const api = echoApi();
    const handler = jsonRpc(api);
    await api.close();
    expect((await handler(post(HI))).status).toBe(503);
  });

  test('a response with an invalid header is logged and becomes 500', async () => {
    const logger = {
      error: vi.fn<(details: object, message: string) => void>(),
      warn: vi.fn<() => void>(),
    };
    const api = new Api({ logger });
    adapterApi(api).addPage({
      path: '/page',
      handle: () => ({
        status: 200,
        body: 'page',
        contentType: 'text/plain',
        headers: [['x bad', '1']],
        onSent: undefined,
      }),
    });
    const response = await jsonRpc(api)(new Request('http://localhost/page'));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('{"detail":"Internal Server Error"}');
    expect(logger.error.mock.calls.map(([, message]) => message)).toEqual(['Request failed']);
  });
});

describe('paths', () => {
  test.each(['/elsewhere', '/rpcs', '/RPC', '/'])(
    'the path %s, which does not belong to the api, gets 404 without a context',
    async (path) => {
      const response = await jsonRpc(echoApi())(post(HI, path));
      expect(response.status).toBe(404);
      expect(await response.text()).toBe('{"detail":"Not Found"}');
    },
  );

  test('next() of the context responds to a path that does not belong to the api', async () => {
    const handler = jsonRpc(echoApi());
    const next = vi.fn<() => Response>(() => new Response('own'));
    expect(await (await handler(post(HI, '/own'), { next })).text()).toBe('own');
    expect(await (await handler(post(HI), { next })).text()).toBe(RESPONSE);
    expect(await (await handler(post(HI, '/own'), {}, { next })).text()).toBe('own');
    expect(next).toHaveBeenCalledTimes(2);
  });

  test.each(['a/rpc?', 'a#', 'user@a', 'a\\b'])(
    'a request with the host %s, which changes the URL, gets 400',
    async (host) => {
      const headers = new Headers({ 'content-type': 'application/json', host });
      const response = await jsonRpc(echoApi())(post(HI, '/rpc', { headers }));
      expect(response.status).toBe(400);
      expect(await response.text()).toBe('{"detail":"Bad Request"}');
    },
  );

  test('an error of next() reaches the caller', async () => {
    const next = (): never => {
      throw new Error('of the application');
    };
    await expect(jsonRpc(echoApi())(post(HI, '/own'), { next })).rejects.toThrow('of the app');
  });

  test('an api is served below a prefix, whose parameters match any segment', async () => {
    const api = apiOf((rpc) => {
      rpc.method('path', { args: { request: httpRequest } }, ({ request }) => request.path);
    });
    const handler = jsonRpc(api, { prefix: '/:tenant/v1' });
    const response = await handler(post(call('path'), '/acme/v1/rpc/path'));
    expect(await response.json()).toMatchObject({ result: '/rpc/path' });
    expect((await handler(post(call('path'), '/rpc'))).status).toBe(404);
  });

  test.each([['bank'], [''], ['/bank?a'], [1]])('rejects the prefix %j', (prefix) => {
    expect(() => jsonRpc(echoApi(), { prefix: prefix as string })).toThrow(
      'jsonRpc(): prefix must be a path, not',
    );
  });

  test('rejects an entrypoint instead of an api', () => {
    expect(() => jsonRpc(new Entrypoint('/rpc') as unknown as Api)).toThrow(
      'jsonRpc() needs an Api, not an Entrypoint',
    );
  });
});

describe('bodies', () => {
  const streamOf = (...chunks: readonly string[]): ReadableStream<Uint8Array> =>
    ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
  const streaming = { duplex: 'half' } as const;

  test('a body that arrives in several chunks is read to its end', async () => {
    const body = streamOf(HI.slice(0, 9), HI.slice(9, 20), HI.slice(20));
    const response = await jsonRpc(echoApi())(post(body, '/rpc', streaming));
    expect(await response.text()).toBe(RESPONSE);
  });

  test('a body whose content-length exceeds maxBodyBytes gets 413 and is not read', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '9999' };
    const request = post(HI, '/rpc', { headers });
    const { status } = await jsonRpc(echoApi({ limits: { maxBodyBytes: 1000 } }))(request);
    expect([status, request.bodyUsed]).toEqual([413, false]);
  });

  test('a stream over maxBodyBytes gets 413 and is cancelled', async () => {
    const cancel = vi.fn<() => void>();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(600)),
      cancel,
    });
    const request = post(endless, '/rpc', streaming);
    expect((await jsonRpc(echoApi({ limits: { maxBodyBytes: 1000 } }))(request)).status).toBe(413);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('a stream that does not end within bodyTimeout gets 408 and is cancelled', async () => {
    const cancel = vi.fn<() => void>();
    const request = post(new ReadableStream({ cancel }), '/rpc', streaming);
    expect((await jsonRpc(echoApi({ limits: { bodyTimeout: 5 } }))(request)).status).toBe(408);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test.each([
    ['read', (request: Request) => request.text()],
    ['locked', async (request: Request) => request.body?.getReader()],
  ])('a body that other code has %s gets 400', async (_, use) => {
    const request = post(HI);
    await use(request);
    expect((await jsonRpc(echoApi())(request)).status).toBe(400);
  });

  test('a request without a body gets a parse error', async () => {
    const headers = { 'content-type': 'application/json' };
    const request = new Request('http://localhost/rpc', { method: 'POST', headers });
    expect(await (await jsonRpc(echoApi())(request)).text()).toContain('-32700');
  });

  test('a body that is not UTF-8 gets a parse error', async () => {
    const response = await jsonRpc(echoApi())(post(new Uint8Array([0x22, 0xc5, 0x22])));
    expect(await response.text()).toContain('-32700');
  });
});

describe('work after the response', () => {
  /** An api whose dependency and background task record when they end. */
  function recordingApi(events: string[]): Api {
    const opened = dependency({}, function* () {
      yield 'open';
      events.push('closed');
    });
    return apiOf((rpc) => {
      rpc.method('later', { args: { opened, tasks: backgroundTasks } }, ({ tasks }) => {
        tasks.add(() => void events.push('task'));
        return 'now';
      });
    });
  }

  test('waitUntil() of the context waits for teardowns and background tasks', async () => {
    const events: string[] = [];
    const promises: Promise<unknown>[] = [];
    class Context {
      readonly #promises = promises;
      waitUntil(promise: Promise<unknown>): void {
        this.#promises.push(promise);
      }
    }
    for (const platform of [[new Context()], [{ DB: 'binding' }, new Context()]]) {
      // The types of a handler allow both.
      const handler = jsonRpc(recordingApi(events)) as (
        ...args: readonly unknown[]
      ) => Promise<Response>;
      expect(await (await handler(post(call('later')), ...platform)).text()).toContain('now');
      expect(events).toEqual([]);
      await Promise.all(promises);
      expect(events.splice(0)).toEqual(['closed', 'task']);
    }
  });

  test('waitUntil() of the context waits for a call whose client may disconnect', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let isDone = false;
    const api = apiOf((rpc) => {
      rpc.method('wait', {}, async () => {
        await finished;
        isDone = true;
      });
    });
    const waitUntil = vi.fn<(promise: Promise<unknown>) => void>();
    void jsonRpc(api)(post(call('wait')), { waitUntil });
    expect(waitUntil).toHaveBeenCalledOnce();
    finish();
    await waitUntil.mock.calls[0]?.[0];
    expect(isDone).toBe(true);
  });

  test('a call gets its response when waitUntil() of the context throws', async () => {
    const events: string[] = [];
    const waitUntil = vi.fn<() => void>(() => {
      throw new TypeError('Illegal invocation');
    });
    const response = await jsonRpc(recordingApi(events))(post(call('later')), { waitUntil });
    expect(await response.json()).toMatchObject({ result: 'now' });
    expect(waitUntil).toHaveBeenCalledTimes(2);
    await vi.waitFor(() => expect(events).toEqual(['closed', 'task']));
  });

  test('teardowns run when `completed` of the context is a thenable', async () => {
    const events: string[] = [];
    // oxlint-disable-next-line unicorn/no-thenable -- this is the value under test
    const completed = { then: (resolve: () => void) => resolve() } as unknown as Promise<void>;
    const context = { completed, waitUntil: () => undefined };
    const response = await jsonRpc(recordingApi(events))(post(call('later')), context);
    expect(await response.json()).toMatchObject({ result: 'now' });
    await vi.waitFor(() => expect(events).toEqual(['closed', 'task']));
  });

  test('teardowns and background tasks run without a context', async () => {
    const events: string[] = [];
    await jsonRpc(recordingApi(events))(post(call('later')));
    await vi.waitFor(() => expect(events).toEqual(['closed', 'task']));
  });

  test.each([
    ['resolves', () => Promise.resolve()],
    ['rejects', () => Promise.reject(new Error('gone'))],
  ])('teardowns run when completed of the context %s', async (_, settle) => {
    const events: string[] = [];
    let complete = (): void => undefined;
    const completed = new Promise<void>((resolve) => {
      complete = resolve;
    }).then(settle);
    await jsonRpc(recordingApi(events))(post(call('later')), { completed });
    await new Promise((resolve) => void setTimeout(resolve, 5));
    expect(events).toEqual([]);
    complete();
    await vi.waitFor(() => expect(events).toEqual(['closed', 'task']));
  });

  test('the signal of the request fires the signal of the call', async () => {
    const controller = new AbortController();
    const api = apiOf((rpc) => {
      rpc.method('wait', { args: { signal } }, async ({ signal: gone }) => {
        controller.abort(new Error('disconnected'));
        return String(gone.reason);
      });
    });
    const response = await jsonRpc(api)(post(call('wait'), '/rpc', { signal: controller.signal }));
    expect(await response.json()).toMatchObject({ result: 'Error: disconnected' });
  });
});

test.each([
  ['a call with a background task', call('task')],
  ['a running notification', '{"jsonrpc":"2.0","method":"run"}'],
])('the signals of %s and of its request do not fire after the response', async (_, body) => {
  const controller = new AbortController();
  let areAborted: readonly boolean[] | undefined;
  let resume = (): void => undefined;
  const disconnected = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const record = async (...signals: readonly AbortSignal[]): Promise<void> => {
    await disconnected;
    areAborted = signals.map(({ aborted }) => aborted);
  };
  const api = apiOf((rpc) => {
    const args = { signal, request: httpRequest, tasks: backgroundTasks };
    rpc.method('task', { args }, ({ signal: gone, request, tasks }) =>
      tasks.add(() => record(gone, request.signal)),
    );
    rpc.method('run', { args }, ({ signal: gone, request }) => record(gone, request.signal));
  });
  await jsonRpc(api)(post(body, '/rpc', { signal: controller.signal }));
  controller.abort();
  resume();
  await vi.waitFor(() => expect(areAborted).toEqual([false, false]));
});

describe('fetchContext', () => {
  test('methods read the request, the bindings and the context of the platform', async () => {
    interface Env {
      readonly GREETING: string;
    }
    const api = apiOf((rpc) => {
      rpc.method('greet', { args: { c: fetchContextOf<Env, { name: string }>() } }, ({ c }) => [
        c.env.GREETING,
        c.context.name,
        new URL(c.request.url).search,
      ]);
      rpc.method('context', { args: { c: fetchContext } }, ({ c }) => [c.env, c.context]);
    });
    const handler = jsonRpc(api);
    const env = { GREETING: 'Ahoj' };
    const greeted = await handler(post(call('greet'), '/rpc?a'), env, Object({ name: 'Ann' }));
    expect(await greeted.json()).toMatchObject({ result: ['Ahoj', 'Ann', '?a'] });
    const withContext = await handler(post(call('context')), Object({ name: 'Ann' }));
    expect(await withContext.json()).toMatchObject({ result: [null, { name: 'Ann' }] });
    const bare = await handler(post(call('context')));
    expect(await bare.json()).toMatchObject({ result: [null, null] });
  });

  test('fetchContext fails a call that came through another adapter', async () => {
    const api = apiOf((rpc) => {
      rpc.method('url', { args: { c: fetchContext } }, ({ c }) => c.request.url);
    });
    const response = await adapterApi(api).handle({
      verb: 'POST',
      path: '/rpc',
      header: (name) => (name === 'content-type' ? 'application/json' : undefined),
      readBody: () => ({ kind: 'text', text: call('url') }),
      signal: new AbortController().signal,
      native: undefined,
    });
    expect(response?.body).toContain('Internal error');
  });

  test('the host is that of the URL if the runtime sends no header', async () => {
    const api = apiOf((rpc) => {
      rpc.method('host', { args: { request: httpRequest } }, ({ request }) =>
        request.header('host'),
      );
    });
    const response = await jsonRpc(api)(post(call('host')));
    expect(await response.json()).toMatchObject({ result: 'localhost' });
  });
});

test.each([
  ["Bun's server", '192.0.2.7', { requestIP: () => ({ address: '192.0.2.7' }) }],
  ['Deno', '192.0.2.7', { remoteAddr: { hostname: '192.0.2.7' } }],
  ['a platform that reports none', null, {}],
])('the address of a request on %s is %s', async (_, address, context) => {
  const api = apiOf((rpc) => {
    rpc.method('address', { args: { request: httpRequest } }, ({ request }) => request.address);
  });
  const response = await jsonRpc(api)(post(call('address')), context);
  expect(await response.json()).toMatchObject({ result: address });
});

describe('timeout() of the context, as of a server of Bun', () => {
  const api = apiOf((rpc) => {
    rpc.method('echo', { args: { text: v.string() } }, ({ text }) => text);
    rpc.subscription('count', {}, async function* () {
      yield 1;
    });
  });
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };

  test('keeps an event stream open between two events, and no other response', async () => {
    const timeout = vi.fn<(request: Request, seconds: number) => void>();
    await jsonRpc(api)(post(HI, '/rpc', { headers }), { timeout });
    expect(timeout).not.toHaveBeenCalled();
    const request = post(call('count.subscribe'), '/rpc', { headers });
    const response = await jsonRpc(api)(request, { timeout });
    expect(timeout).toHaveBeenCalledExactlyOnceWith(request, 0);
    expect(await response.text()).toContain('"result":1');
  });

  test('may throw, which is logged', async () => {
    const timeout = vi.fn<() => void>(() => {
      throw new Error('broken');
    });
    const request = post(call('count.subscribe'), '/rpc', { headers });
    const response = await jsonRpc(api)(request, { timeout });
    expect(await response.text()).toContain('"done":true');
  });
});

describe('an event stream', () => {
  const subscribe = (): Request =>
    post(call('large.subscribe'), '/rpc', {
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    });

  function endlessApi(sendTimeout: number) {
    const ended = vi.fn<() => void>();
    const declare = (rpc: Entrypoint): void => {
      rpc.subscription('large', {}, async function* () {
        try {
          for (;;) yield 'x'.repeat(100_000);
        } finally {
          ended();
        }
      });
    };
    return { ended, handler: jsonRpc(apiOf(declare, { limits: { sendTimeout } })) };
  }

  test('ends its subscription when the client cancels the body', async () => {
    const { ended, handler } = endlessApi(60_000);
    const reader = (await handler(subscribe())).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  });

  test('fails when its client reads nothing for sendTimeout', async () => {
    const { ended, handler } = endlessApi(50);
    const reader = (await handler(subscribe())).body?.getReader();
    await reader?.read();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
    await expect(reader?.read()).rejects.toThrow('within sendTimeout');
  });
});
