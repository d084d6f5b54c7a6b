import { describe, expect, test } from 'vitest';
import { call, serve } from '../../test/call.js';
import { HttpCarrier } from '../adapter.js';
import {
  type BackgroundTask,
  backgroundTasks,
  type BackgroundTasks,
  contextSource,
  dependency,
  Entrypoint,
  type HttpRequest,
  httpRequest,
  type HttpResponseHead,
  httpResponse,
  type JsonRpcContext,
  jsonRpcContext,
  signal,
} from '../index.js';

// No casts in this file: the compiler has to accept every plain object.
describe('a handler called in a unit test', () => {
  const v1 = new Entrypoint('/rpc');
  const tasks: BackgroundTask[] = [];
  const plainTasks: BackgroundTasks = { add: (task) => tasks.push(task) };
  const plainResponse: HttpResponseHead = {
    status: undefined,
    headers: new Headers(),
    setCookie(name, value) {
      this.headers.append('set-cookie', `${name}=${value}`);
    },
  };
  const plainRequest: HttpRequest = {
    verb: 'POST',
    path: '/rpc',
    header: (name) => (name === 'user-agent' ? 'unit test' : undefined),
    readBody: () => ({ kind: 'text', text: '' }),
    signal: new AbortController().signal,
    native: undefined,
  };

  test('accepts a plain object as backgroundTasks', async () => {
    const sent: string[] = [];
    const notify = v1.method('notify', { args: { tasks: backgroundTasks } }, (args) => {
      args.tasks.add(() => sent.push('mail'));
    });
    await notify.handler({ tasks: plainTasks });
    await tasks[0]?.();
    expect(sent).toEqual(['mail']);
  });

  test('accepts a plain object as httpResponse', async () => {
    const login = v1.method('login', { args: { response: httpResponse } }, ({ response }) => {
      response.status = 201;
      response.setCookie('session', 'abc', { httpOnly: true });
    });
    await login.handler({ response: plainResponse });
    expect(plainResponse.status).toBe(201);
    expect(plainResponse.headers.get('set-cookie')).toBe('session=abc');
  });

  test('accepts a plain object as httpRequest and any signal', () => {
    const agent = v1.method(
      'agent',
      { args: { request: httpRequest, signal } },
      (args) => `${args.request.header('user-agent')} ${args.signal.aborted}`,
    );
    expect(agent.handler({ request: plainRequest, signal: AbortSignal.abort() })).toBe(
      'unit test true',
    );
  });

  test('accepts a plain object as jsonRpcContext', () => {
    const plainContext: JsonRpcContext = {
      rawRequest: undefined,
      request: { jsonrpc: '2.0', id: 7, method: 'idOf' },
      rawResponse: undefined,
      exception: undefined,
      isUnhandledException: false,
      isReplay: false,
      carrier: new HttpCarrier(plainRequest),
      httpRequest: plainRequest,
      httpResponse: plainResponse,
      methodRoute: undefined,
      entrypoint: v1,
      backgroundTasks: plainTasks,
      signal: plainRequest.signal,
      logger: console,
    };
    const idOf = v1.method('idOf', { args: { ctx: jsonRpcContext } }, ({ ctx }) => ctx.request?.id);
    expect(idOf.handler({ ctx: plainContext })).toBe(7);
  });
});

describe('contextSource()', () => {
  const path = contextSource(({ httpRequest: request }) => request?.path);
  const method = contextSource(({ jsonRpcContext: ctx }) => ctx?.methodRoute?.name);

  test('passes the value that the function returns to the handler', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('read', { args: { path, method } }, (args) => args);
    const { api } = serve(v1);
    expect(await call(api, 'read')).toMatchObject({ result: { path: '/rpc', method: 'read' } });
  });

  test('reads the HTTP request, but no call, for the dependencies of an entrypoint', async () => {
    const where = dependency({ path, method }, (args) => args);
    const v1 = new Entrypoint('/rpc', { messageDependencies: [where] });
    v1.method('read', { args: { where } }, (args) => args.where);
    const { api } = serve(v1);
    expect(await call(api, 'read')).toMatchObject({ result: { path: '/rpc' } });
  });

  test('calls the function once for each call, even if several arguments use the source', async () => {
    let reads = 0;
    const counted = contextSource(() => (reads += 1));
    const first = dependency({ counted }, (args) => args.counted);
    const second = dependency({ counted }, (args) => args.counted);
    const v1 = new Entrypoint('/rpc');
    v1.method('read', { args: { counted, first, second } }, (args) => args);
    const { api } = serve(v1);
    expect(await call(api, 'read')).toMatchObject({ result: { counted: 1, first: 1, second: 1 } });
    expect(await call(api, 'read')).toMatchObject({ result: { counted: 2, first: 2, second: 2 } });
  });

  test('fails the call with InternalError if the function throws', async () => {
    const v1 = new Entrypoint('/rpc');
    const broken = contextSource((): string => {
      throw new Error('secret');
    });
    v1.method('read', { args: { broken } }, (args) => args.broken);
    const { api } = serve(v1);
    const error = { code: -32603, message: 'Internal error' };
    expect(await call(api, 'read')).toMatchObject({ error });
  });

  test('rejects a value that is not a function', () => {
    expect(() => contextSource('path' as never)).toThrow(
      new TypeError(
        'contextSource(): the argument must be a function, not "path". Write contextSource(({ carrier }) => …).',
      ),
    );
  });
});
