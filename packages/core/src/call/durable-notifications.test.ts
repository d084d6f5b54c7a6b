import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { call, postJson, type RequestParts, serve } from '../../test/call.js';
import { gate, notification, request } from '../../test/in-process.js';
import {
  adapterApi,
  type NotificationQueue,
  type NotifiedMethod,
  type PluginCall,
} from '../adapter.js';
import {
  type Api,
  type Carrier,
  defineError,
  defineMethod,
  dependency,
  type Dependency,
  Entrypoint,
  type EntrypointOptions,
  header,
  HttpError,
  jsonRpcContext,
  type JsonRpcMiddleware,
  JsonRpcRequest,
  resource,
} from '../index.js';
import { durableOptions } from '../method/durable-notifications.js';
import { rateLimit } from '../rate-limit.js';

class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}

interface Notification {
  readonly call: PluginCall;
  readonly caller: unknown;
}

interface Store {
  add(notification: Notification): Promise<void>;
}

const store = resource<Store>('jobs');

/** Returns the argument source of the caller, if the method declares one. */
function callerOf(method: NotifiedMethod): { readonly caller?: Dependency } {
  const caller = durableOptions(method)?.caller;
  return caller === undefined ? {} : { caller };
}

/** Validates named parameters, and passes the notification with its caller to the store. */
const queue: NotificationQueue = {
  name: 'emails',
  receiver: (method, inputs) => ({
    args: {
      jobs: store,
      context: jsonRpcContext,
      ...callerOf(method),
    },
    dependencies: inputs.flatMap(({ in: where, name, schema }) =>
      where === 'param' ? dependency({ [name]: schema }, () => undefined) : [],
    ),
    handler: async ({
      jobs,
      context,
      caller,
    }: Record<'caller', unknown> & {
      readonly jobs: Store;
      readonly context: PluginCall;
    }) => {
      await jobs.add({ call: context, caller });
      context.isAccepted = true;
    },
  }),
};

const paramsOf = ({ call: { request: sent } }: Notification): unknown => sent?.params;

const user = dependency({ token: header(v.optional(v.string())) }, ({ token }) => {
  if (token === undefined) throw new AuthError();
  if (token === 'expired') {
    throw new HttpError(401, undefined, { 'www-authenticate': 'Bearer' });
  }
  if (token === 'unlucky') throw new Error('The database is down');
  return { name: token };
});

let stored: Notification[];
let add: Store['add'];
let ran: unknown[];
beforeEach(() => {
  stored = [];
  ran = [];
  add = async (one) => {
    stored.push(one);
  };
});

/** Serves the method `email`, whose notifications are durable, and the method `ping`. */
function serveEmails(options: EntrypointOptions = {}): ReturnType<typeof serve> {
  const v1 = new Entrypoint('/rpc', options);
  const server = dependency({ host: v.optional(v.string()) }, ({ host }) => {
    ran.push('server');
    return host;
  });
  v1.method(
    'email',
    {
      args: { to: v.pipe(v.string(), v.email()), server, user },
      paramStructure: 'either',
      notifications: { queue, caller: user },
    },
    ({ to, user: { name } }) => {
      ran.push([name, to]);
      return 'sent';
    },
  );
  v1.method('ping', {}, () => 'pong');
  const served = serve(v1);
  served.api.provide(store, { add: (one) => add(one) });
  return served;
}

const ann: RequestParts = { headers: { token: 'ann' } };
const email = (to: string): object => notification('email', { to, host: 'mx' });

describe('a durable notification', () => {
  test('gets 204 when it is stored as a job, and does not run', async () => {
    const { api, log } = serveEmails();
    const { status, text } = await postJson(api, email('bob@example.org'), ann);
    expect([status, text]).toEqual([204, '']);
    expect(stored.map(paramsOf)).toEqual([{ to: 'bob@example.org', host: 'mx' }]);
    expect(stored).toMatchObject([
      {
        caller: { name: 'ann' },
        call: { entrypoint: { path: '/rpc' }, methodRoute: { name: 'email' } },
      },
    ]);
    expect(ran).toEqual([]);
    expect(log).toEqual([]);
  });

  test('is stored before its response', async () => {
    const { api } = serveEmails();
    let commit = (): void => undefined;
    add = () => new Promise((resolve) => (commit = resolve));
    const states: string[] = [];
    const response = postJson(api, email('bob@example.org'), ann).then(() => states.push('sent'));
    await expect.poll(() => commit.name).not.toBe('commit');
    states.push('committed');
    commit();
    await response;
    expect(states).toEqual(['committed', 'sent']);
  });

  test('is an ordinary call if it has an id', async () => {
    const { api } = serveEmails();
    const sent = await call(api, 'email', { to: 'bob@example.org' }, ann);
    expect(sent.result).toBe('sent');
    expect(stored).toEqual([]);
    expect(ran).toEqual(['server', ['ann', 'bob@example.org']]);
  });

  test.each([
    [503, 'the store fails', 'ann', 'bob@example.org', 'Call failed'],
    [503, 'the caller cannot be resolved', 'unlucky', 'bob@example.org', 'Call failed'],
    [422, 'its params are invalid', 'ann', 'no address', 'Notification failed'],
    [422, 'its caller is rejected', undefined, 'bob@example.org', 'Notification failed'],
    [
      401,
      'its caller is rejected with an HttpError',
      'expired',
      'bob@example.org',
      'Notification ended with an HTTP error',
    ],
  ])('gets %i with an empty body and a log line when %s', async (status, _, token, to, line) => {
    const { api, log } = serveEmails();
    add = () => Promise.reject(new Error('The database is down'));
    const received = await postJson(api, email(to), { headers: { token } });
    expect([received.status, received.text]).toEqual([status, '']);
    expect(received.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
    expect(log.map(({ message }) => message)).toEqual([line]);
    expect(stored).toEqual([]);
  });

  test('gets 503 when it is not stored in time', async () => {
    const { api } = serveEmails({ timeout: 20 });
    add = () => new Promise(() => undefined);
    expect((await postJson(api, email('bob@example.org'), ann)).status).toBe(503);
  });

  test.each([{}, { LimitExceeded: -32050 }])(
    'gets 503 when too many calls are waiting, with errorCodes %j',
    async (errorCodes) => {
      const { api } = serveEmails({ concurrency: 1, maxWaiting: 1, errorCodes });
      let commit = (): void => undefined;
      add = () => new Promise((resolve) => (commit = resolve));
      const first = postJson(api, email('bob@example.org'), ann);
      const waiting = postJson(api, email('bob@example.org'), ann);
      expect((await postJson(api, email('bob@example.org'), ann)).status).toBe(503);
      add = async () => undefined;
      commit();
      expect([(await first).status, (await waiting).status]).toEqual([204, 204]);
    },
  );

  test('gets 429 when it is over the rate limit', async () => {
    const { api } = serveEmails({
      rateLimit: rateLimit({ points: 1, duration: 60, key: () => 'ann' }),
    });
    expect((await postJson(api, email('bob@example.org'), ann)).status).toBe(204);
    expect((await postJson(api, email('bob@example.org'), ann)).status).toBe(429);
    expect(stored).toHaveLength(1);
  });

  test.each<[string, JsonRpcMiddleware]>([
    ['does not call next()', async (ctx) => void (ctx.rawResponse = { result: null })],
    [
      'handles the error of the store',
      async (ctx, next) => {
        add = () => Promise.reject(new Error('The database is down'));
        await next().catch(() => (ctx.rawResponse = { result: null }));
      },
    ],
    [
      'handles the timeout',
      async (ctx, next) => {
        add = () => new Promise(() => undefined);
        await next().catch(() => (ctx.rawResponse = { result: null }));
      },
    ],
    [
      'assigns an error that cannot be read',
      async (ctx) => {
        const error = Object.defineProperty({ message: '' }, 'code', {
          get: () => {
            throw new Error('No code');
          },
        });
        ctx.rawResponse = { error: error as never };
      },
    ],
  ])('gets 503 when a middleware %s', async (_, middleware) => {
    const { api } = serveEmails({ middlewares: [middleware], timeout: 20 });
    expect((await postJson(api, email('bob@example.org'), ann)).status).toBe(503);
    expect(stored).toEqual([]);
  });

  test('gets 422 when a middleware replaces its error', async () => {
    const rename: JsonRpcMiddleware = async (ctx, next) => {
      await next().catch(() => (ctx.rawResponse = { error: { code: 1, message: 'Invalid' } }));
    };
    const { api } = serveEmails({ middlewares: [rename] });
    expect((await postJson(api, email('wrong'), ann)).status).toBe(422);
  });

  test('gets 204 when it is stored, even if a middleware fails after that', async () => {
    const fail: JsonRpcMiddleware = async (_ctx, next) => {
      await next();
      throw new AuthError();
    };
    const { api, log } = serveEmails({ middlewares: [fail] });
    expect((await postJson(api, email('bob@example.org'), ann)).status).toBe(204);
    expect(stored).toHaveLength(1);
    expect(log.map(({ message }) => message)).toEqual(['Notification failed']);
  });

  test('gets the headers of the HttpError that rejects its caller', async () => {
    const { api } = serveEmails();
    const { status, headers } = await postJson(api, email('bob@example.org'), {
      headers: { token: 'expired' },
    });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each([200, NaN])('gets 503 when an HttpError has the status %d', async (status) => {
    add = () => Promise.reject(Object.assign(new HttpError(400), { status }));
    const { api } = serveEmails();
    expect((await postJson(api, email('bob@example.org'), ann)).status).toBe(503);
  });

  test('gets 503 when the requestSchema fails', async () => {
    const requestSchema = v.pipeAsync(
      v.strictObject(JsonRpcRequest.entries),
      v.checkAsync(() => Promise.reject(new Error('The database is down'))),
    );
    const { api } = serveEmails({ requestSchema });
    expect((await postJson(api, email('bob@example.org'), ann)).status).toBe(503);
  });

  test('does not wait for the teardown of its caller', async () => {
    const closing = gate();
    const session = dependency({}, async function* () {
      yield 'ann';
      await closing.promise;
      ran.push('closed');
    });
    const v1 = new Entrypoint('/rpc');
    v1.method('note', { notifications: { queue, caller: session } }, () => undefined);
    const { api } = serve(v1);
    api.provide(store, { add: (one) => add(one) });
    expect((await postJson(api, notification('note'))).status).toBe(204);
    expect(ran).toEqual([]);
    closing.open();
    await api.close();
    expect(ran).toEqual(['closed']);
  });

  test('is rejected with every call of its batch when the shared dependencies fail', async () => {
    const { api } = serveEmails({ messageDependencies: [user] });
    const { status, json } = await postJson(api, [email('bob@example.org'), request('ping')]);
    expect(status).toBe(422);
    expect(json).toMatchObject([{ error: { code: 7000 } }]);
  });
});

describe('a batch with durable notifications', () => {
  test('gets its responses with the status 200 when all notifications are stored', async () => {
    const { api } = serveEmails();
    const batch = [email('a@example.org'), request('ping'), email('b@example.org')];
    const { status, json } = await postJson(api, batch, ann);
    expect(status).toBe(200);
    expect(json).toMatchObject([{ result: 'pong' }]);
    expect(stored.map(paramsOf)).toMatchObject([{ to: 'a@example.org' }, { to: 'b@example.org' }]);
  });

  test('gets its responses with the status 503 when one could not be stored', async () => {
    const { api } = serveEmails();
    add = async (one) => {
      if (JSON.stringify(paramsOf(one)).includes('a@example.org'))
        throw new Error('The database is down');
      stored.push(one);
    };
    const batch = [email('wrong'), email('a@example.org'), request('ping'), email('b@example.org')];
    const { status, json, headers } = await postJson(api, batch, ann);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
    expect(json).toMatchObject([{ result: 'pong' }]);
    expect(stored.map(paramsOf)).toMatchObject([{ to: 'b@example.org' }]);
  });
});

describe('a job', () => {
  /** Runs a call as a job in which the caller is Ann. */
  async function runJob(api: Api, message: object): Promise<unknown> {
    const host = adapterApi(api);
    const overrides = host.createOverrides();
    overrides.set(user, () => ({ name: 'stored ann' }));
    const carrier: Carrier = {
      kind: 'job',
      http: undefined,
      header: () => undefined,
      signal: undefined,
    };
    const [entrypoint] = api.entrypoints;
    if (entrypoint === undefined) throw new TypeError('The api has no entrypoint');
    const body = { kind: 'value', value: message } as const;
    const outcome = await host.runMessage(entrypoint, { carrier, body, overrides });
    if (outcome.kind !== 'answered') return outcome;
    const { outcomes } = outcome;
    return outcomes !== undefined && 'json' in outcomes && outcomes.kind === 'result'
      ? { result: JSON.parse(`${outcomes.json}`) as unknown }
      : outcomes;
  }
  const message = request('email', { to: 'bob@example.org' });

  test('runs the method with the stored caller, without the credentials', async () => {
    const { api } = serveEmails();
    expect(await runJob(api, message)).toMatchObject({ result: 'sent' });
    expect(ran).toEqual(['server', ['stored ann', 'bob@example.org']]);
  });

  test('also has the stored caller in the dependencies of the entrypoint', async () => {
    const { api } = serveEmails({ messageDependencies: [user] });
    expect(await runJob(api, message)).toMatchObject({ result: 'sent' });
    expect(ran).toEqual(['server', ['stored ann', 'bob@example.org']]);
  });

  test('uses the overrides of the api for everything else', async () => {
    const { api } = serveEmails();
    api.provide(store, { add: (one) => add(one) });
    api.dependencyOverrides.set(user, () => ({ name: 'test' }));
    expect(await call(api, 'email', { to: 'bob@example.org' })).toMatchObject({ result: 'sent' });
    expect(await runJob(api, message)).toMatchObject({ result: 'sent' });
    expect(ran.filter(Array.isArray)).toEqual([
      ['test', 'bob@example.org'],
      ['stored ann', 'bob@example.org'],
    ]);
  });

  test('is not charged for the rate limit', async () => {
    const { api } = serveEmails({
      rateLimit: rateLimit({ points: 1, duration: 60, key: () => 'ann' }),
    });
    await runJob(api, message);
    expect(await runJob(api, message)).toMatchObject({ result: 'sent' });
  });

  test('delays close(), which rejects other jobs', async () => {
    const work = gate<string>();
    const v1 = new Entrypoint('/rpc');
    v1.method('work', { notifications: { queue } }, () => work.promise);
    const { api } = serve(v1);
    api.provide(store, { add: (one) => add(one) });
    const running = runJob(api, request('work'));
    let isClosed = false;
    const closing = api.close().then(() => (isClosed = true));
    expect(await runJob(api, request('work'))).toMatchObject({
      kind: 'rejected',
      reason: 'shutting-down',
    });
    expect(isClosed).toBe(false);
    work.open('done');
    expect(await running).toMatchObject({ result: 'done' });
    await closing;
  });

  test('is rejected by an api that is closed', async () => {
    const { api } = serveEmails();
    await api.close();
    expect(await runJob(api, message)).toMatchObject({ kind: 'rejected', reason: 'shutting-down' });
  });
});

describe('the option notifications', () => {
  test('prevents an api from being mounted when its store is not provided', () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('email', { notifications: { queue } }, () => undefined);
    expect(() => adapterApi(serve(v1).api).takeMounts()).toThrow('needs the resource "jobs"');
  });

  test.each([
    [{ queue: 'emails' }, 'queue must be a queue'],
    [{ queue, caller: () => 'ann' }, 'caller must be a dependency'],
    [{ queue, orderBy: 'to' }, 'orderBy must be a function'],
    [{ queue, retries: 3 }, 'retries'],
    [true, "must be 'run', 'reject' or an object with a queue"],
  ])('is rejected at declaration when it is %j', (notifications, problem) => {
    const options = { notifications } as never;
    expect(() => defineMethod('email', options, () => undefined)).toThrow(
      `method "email": notifications`,
    );
    expect(() => defineMethod('email', options, () => undefined)).toThrow(problem);
  });
});
