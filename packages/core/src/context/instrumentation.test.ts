import { adapterApi, type HttpCarrier, traceHeaders } from '../adapter.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  addInstrumentation,
  Api,
  backgroundTasks,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  type Instrumentation,
} from '../index.js';

class Conflict extends defineError({ code: 6002, message: 'Conflict' }) {}

let events: string[];
let logger: ReturnType<typeof memoryLogger>;
let api: Api;
let remove: (() => void)[];

beforeEach(() => {
  events = [];
  logger = memoryLogger();
  api = new Api({ logger });
  remove = [];
});
afterEach(() => {
  for (const removeOne of remove) removeOne();
});

function add(instrumentation: Instrumentation): void {
  remove.push(addInstrumentation(instrumentation));
}

function entrypoint(options: EntrypointOptions = {}): Entrypoint {
  const made = new Entrypoint('/rpc', options);
  made.method('ok', {}, () => {
    events.push('ok');
    return 'fine';
  });
  made.method('conflict', {}, () => {
    throw new Conflict();
  });
  made.method('crash', {}, () => {
    throw new Error('crashed');
  });
  api.bindEntrypoint(made);
  return made;
}

describe('around an HTTP request', () => {
  test('the request hook receives the HTTP request and the response', async () => {
    entrypoint();
    add({
      request: async (seen, run) => {
        const { status } = await run();
        events.push(`${seen.httpRequest.verb} ${seen.entrypoint.path} ${status}`);
      },
    });
    await post(api, '/rpc', request('ok'));
    await post(api, '/rpc', [request('ok')]);
    await post(api, '/rpc', []);
    await post(api, '/rpc', request('ok'), { headers: { 'content-type': 'text/plain' } });
    expect(events).toEqual([
      'ok',
      'POST /rpc 200',
      'ok',
      'POST /rpc 200',
      'POST /rpc 200',
      'POST /rpc 415',
    ]);
  });

  test('the message hook runs inside the request hook, and learns whether the message is a batch', async () => {
    entrypoint();
    add({
      request: async (_, run) => {
        await run();
        events.push('response');
      },
      message: async (seen, run) => {
        expect(seen.kind).toBeUndefined();
        await run();
        events.push(`${seen.carrier.kind} ${seen.route} ${seen.kind}`);
      },
    });
    await post(api, '/rpc', request('ok'));
    await post(api, '/rpc', []);
    expect(events).toEqual(['ok', 'http /rpc single', 'response', 'http /rpc batch', 'response']);
  });

  test('the request hook does not run for pages', async () => {
    add({ request: () => events.push('hook') });
    const response = { status: 204, body: undefined, contentType: undefined };
    adapterApi(api).addPage({
      path: '/page',
      handle: () => ({ ...response, headers: undefined, onSent: undefined }),
    });
    await adapterApi(api).handle({
      verb: 'GET',
      path: '/page',
      header: () => undefined,
      readBody: () => expect.unreachable(),
      signal: new AbortController().signal,
      native: undefined,
    });
    expect(events).toEqual([]);
  });
});

describe('around a call', () => {
  test('the call hook runs around the middlewares, and then reads the final response', async () => {
    entrypoint({
      middlewares: [
        async (context, next) => {
          events.push('in');
          await next();
          context.rawResponse = { result: 'replaced' };
          events.push('out');
        },
      ],
    });
    add({
      call: async (context, run, seen) => {
        expect(context.rawResponse).toBeUndefined();
        expect(seen.carrier).toBe(context.carrier);
        await run();
        events.push(JSON.stringify(context.rawResponse));
      },
    });
    const sent = request('ok');
    await post(api, '/rpc', sent);
    expect(events).toEqual([
      'in',
      'ok',
      'out',
      `{"jsonrpc":"2.0","id":${String(sent['id'])},"result":"replaced"}`,
    ]);
  });

  test('the call hook runs for each item of a batch, notifications and rejected items included', async () => {
    const narrow = entrypoint({ concurrency: 1, maxWaiting: 2 });
    const work = gate();
    narrow.method('hold', {}, () => work.promise);
    narrow.method('big', {}, () => 1n);
    add({
      call: async (context, run) => {
        await run();
        const response = context.rawResponse;
        const code = response !== undefined && 'error' in response ? response.error.code : 'ok';
        events.push(`${context.methodRoute?.name} ${code} ${String(context.isUnhandledException)}`);
      },
    });
    await post(api, '/rpc', [notification('conflict'), request('crash'), request('big')]);
    await post(api, '/rpc', [1, request('unknown')]);
    expect(events.splice(0)).toEqual([
      'conflict 6002 false',
      'crash -32603 true',
      'big -32603 true',
      'undefined -32600 false',
      'undefined -32601 false',
    ]);
    const batch = [request('hold'), request('ok'), request('ok'), request('ok')];
    const pending = post(api, '/rpc', batch);
    work.open();
    await pending;
    expect(events).toContain('ok -32005 false');
  });

  test('the code of a call runs in the async context of the call hook', async () => {
    const spans = new AsyncLocalStorage<string>();
    const own = dependency({}, async function* () {
      yield await Promise.resolve(spans.getStore());
      events.push(`teardown in ${spans.getStore()}`);
    });
    const made = entrypoint();
    made.method('span', { args: { own, tasks: backgroundTasks } }, async (args) => {
      await Promise.resolve();
      args.tasks.add(() => events.push(`task in ${spans.getStore()}`));
      return [args.own, spans.getStore()];
    });
    add({
      call: (context, run) => spans.run(`call ${context.request?.id}`, run),
      afterResponse: (context, run, work) => spans.run(`${work} ${context.request?.id}`, run),
    });
    const { json, response } = await post(api, '/rpc', [
      { ...request('span'), id: 'a' },
      { ...request('span'), id: 'b' },
    ]);
    expect(json).toMatchObject([
      { result: ['call a', 'call a'] },
      { result: ['call b', 'call b'] },
    ]);
    await response.onSent?.();
    expect(events).toEqual([
      'teardown in teardown a',
      'teardown in teardown b',
      'task in background-task a',
      'task in background-task b',
    ]);
  });
});

describe('errors that no client receives', () => {
  test('the error hook receives each logged error with its message and call', async () => {
    entrypoint();
    add({
      error: ({ error, message, context, carrier }) => {
        expect(carrier.http?.path).toBe('/rpc');
        events.push(`${String(error)}: ${message}: ${context?.methodRoute?.name}`);
      },
    });
    await post(api, '/rpc', [request('crash'), request('conflict'), notification('crash')]);
    expect(events).toEqual([
      'Error: crashed: Call failed: crash',
      'Error: crashed: Call failed: crash',
    ]);
  });

  test('the error hook receives errors after the response, in the async context of their call', async () => {
    const spans = new AsyncLocalStorage<string>();
    const broken = dependency({}, function* () {
      yield 1;
      throw new Error('no teardown');
    });
    const made = entrypoint();
    made.method('later', { args: { broken, tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => Promise.reject(new Error('no task')));
    });
    add({
      afterResponse: (context, run) => spans.run(`${context.request?.id}`, run),
      error: ({ error, context }) => {
        events.push(`${String(error)} of ${context?.request?.id} in ${spans.getStore()}`);
      },
    });
    const sent = { ...request('later'), id: 'x' };
    const { response } = await post(api, '/rpc', [sent, notification('later')]);
    await response.onSent?.();
    expect(events.toSorted()).toEqual([
      'Error: no task of undefined in undefined',
      'Error: no task of x in x',
      'Error: no teardown of undefined in undefined',
      'Error: no teardown of x in x',
    ]);
    expect(logger.entries).toHaveLength(4);
    expect(logger.entries[0]?.details).toHaveProperty('method', 'later');
  });

  test('the error hook receives errors of the HTTP request without a call', async () => {
    const shared = dependency({}, function* () {
      yield 1;
      throw new Error('no shared teardown');
    });
    entrypoint({ messageDependencies: [shared] });
    add({ error: ({ error, context }) => events.push(`${String(error)} ${typeof context}`) });
    const { response } = await post(api, '/rpc', request('ok'));
    await response.onSent?.();
    expect(events).toEqual(['ok', 'Error: no shared teardown undefined']);
  });
});

describe('broken hooks', () => {
  const broken: readonly (readonly [string, Instrumentation])[] = [
    ['runs nothing', { request: () => undefined, call: () => undefined }],
    [
      'throws before the call',
      {
        request: () => {
          throw new Error('hook');
        },
        call: () => {
          throw new Error('hook');
        },
      },
    ],
    [
      'throws after the call',
      {
        request: (_, run) => {
          void run();
          throw new Error('hook');
        },
        call: (_, run) => {
          void run();
          throw new Error('hook');
        },
      },
    ],
    [
      'rejects after the call',
      {
        request: async (_, run) => {
          await run();
          throw new Error('hook');
        },
        call: async (_, run) => {
          await run();
          throw new Error('hook');
        },
      },
    ],
    [
      'fails to say whether it is active',
      {
        isActive: () => {
          throw new Error('hook');
        },
        request: () => expect.unreachable(),
        call: () => expect.unreachable(),
      },
    ],
    [
      'says whether it is active by a promise that rejects',
      {
        // Compilers reject this, JavaScript doesn't.
        isActive: (async () => {
          throw new Error('hook');
        }) as unknown as () => boolean,
        request: () => expect.unreachable(),
        call: () => expect.unreachable(),
      },
    ],
    [
      'runs the call twice and late',
      {
        request: async (_, run) => {
          await Promise.resolve();
          void run();
          return run();
        },
        call: async (_, run) => {
          await Promise.resolve();
          void run();
          return run();
        },
      },
    ],
  ];

  test.each(broken)('a hook that %s does not change the response', async (_, instrumentation) => {
    const made = entrypoint();
    made.method('slow', {}, async () => {
      await Promise.resolve();
      events.push('ok');
      return 'fine';
    });
    add(instrumentation);
    for (const method of ['ok', 'slow']) {
      const { json } = await post(api, '/rpc', request(method));
      expect(json).toMatchObject({ result: 'fine' });
    }
    await api.close();
    expect(events).toEqual(['ok', 'ok']);
    const messages = new Set(logger.entries.map(({ message }) => message));
    expect([...messages].filter((text) => text !== 'Instrumentation hook failed')).toEqual([]);
  });

  test('the response of a plugin runs once inside the hooks, even if it throws', async () => {
    const made = entrypoint();
    let runs = 0;
    add({ request: (_, run) => run() });
    const host = adapterApi(api);
    const carrier = { http: undefined } as unknown as HttpCarrier;
    const responding = host.withRequestHooks(made, { carrier, route: '/mcp' }, () => {
      runs += 1;
      throw new Error('no response');
    });
    await expect(responding).rejects.toThrow('no response');
    expect(runs).toBe(1);
  });

  test('the error of a background task is not logged as a failure of its hook', async () => {
    const made = entrypoint();
    made.method('task', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => {
        throw new Error('task');
      });
    });
    add({
      afterResponse: async (_, run) => run(),
      error: () => expect.unreachable('kept from the log'),
    });
    const { response } = await post(api, '/rpc', request('task'));
    await response.onSent?.();
    expect(logger.entries.map(({ message }) => message)).toEqual([
      'Background task failed',
      'Instrumentation hook failed',
    ]);
  });
});

describe('several hooks', () => {
  test('the hook that was added first is the outermost, and can be removed', async () => {
    entrypoint();
    const named = (name: string): Instrumentation => ({
      call: async (_, run) => {
        events.push(`${name} in`);
        await run();
        events.push(`${name} out`);
      },
    });
    add(named('a'));
    add({});
    add(named('b'));
    await post(api, '/rpc', request('ok'));
    expect(events.splice(0)).toEqual(['a in', 'b in', 'ok', 'b out', 'a out']);
    remove[0]?.();
    remove[0]?.();
    await post(api, '/rpc', request('ok'));
    expect(events).toEqual(['b in', 'ok', 'b out']);
  });

  test('only the hooks around work that are active run, and those of errors in any case', async () => {
    entrypoint();
    let isActive = false;
    const runs = (name: string) => (_: unknown, run: () => unknown) => {
      events.push(name);
      return run();
    };
    const error = (): void => void events.push('error');
    const isOurs = (): boolean => isActive;
    const work = { request: runs('request'), message: runs('message'), call: runs('call') };
    add({ isActive: isOurs, error, ...work });
    await post(api, '/rpc', [request('ok'), request('crash')]);
    expect(events.splice(0)).toEqual(['ok', 'error']);
    add({ call: runs('other') });
    await post(api, '/rpc', request('ok'));
    expect(events.splice(0)).toEqual(['other', 'ok']);
    isActive = true;
    await post(api, '/rpc', request('ok'));
    expect(events).toEqual(['request', 'message', 'call', 'other', 'ok']);
  });

  test('whether hooks are active is asked when a request and a message begin, and never for a call', async () => {
    entrypoint();
    const isActive = vi.fn<() => boolean>(() => true);
    add({ isActive, call: (_, run) => run() });
    await post(
      api,
      '/rpc',
      Array.from({ length: 20 }, () => request('ok')),
    );
    expect(isActive).toHaveBeenCalledTimes(2);
  });

  test('instrumentation that was added twice is removed once for each returned function', async () => {
    entrypoint();
    const counting: Instrumentation = {
      call: (_, run) => {
        events.push('hook');
        return run();
      },
    };
    add(counting);
    add(counting);
    remove[1]?.();
    await post(api, '/rpc', request('ok'));
    expect(events).toEqual(['hook', 'ok']);
  });
});

describe('the headers of a trace', () => {
  test('come from all propagate hooks', () => {
    add({ propagate: (headers) => void (headers['traceparent'] = '00') });
    add({ propagate: (headers) => void (headers['baggage'] = 'a=b') });
    expect(traceHeaders(logger)).toEqual({ traceparent: '00', baggage: 'a=b' });
  });

  test.each([
    ['throws', () => failToPropagate()],
    // Compilers accept asynchronous functions.
    ['rejects', (async () => failToPropagate()) as () => never],
  ])('are those of the other hooks if one %s, which is logged', async (_, propagate) => {
    add({ propagate });
    add({ propagate: (headers) => void (headers['traceparent'] = '00') });
    expect(traceHeaders(logger)).toEqual({ traceparent: '00' });
    await expect
      .poll(() => logger.entries)
      .toMatchObject([
        { message: 'Instrumentation hook failed', details: { err: { message: 'No tracer' } } },
      ]);
  });

  function failToPropagate(): never {
    throw new Error('No tracer');
  }
});
