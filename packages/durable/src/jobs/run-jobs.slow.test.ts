import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  addInstrumentation,
  dependency,
  Entrypoint,
  header,
  contextSource,
  type Method,
} from '@jsonrpc-kit/core';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { notification, post } from '../../test/notify.js';
import {
  ann,
  AuthError,
  idempotent,
  pglite,
  serve,
  transaction,
  uniqueQueue,
  user,
  write,
  written,
} from '../../test/serve-jobs.js';
import { drizzleExecutor, pgliteExecutor, type SqlExecutor } from '../index.js';
import { JobCarrier, jobStore, queue, type Queue, type QueueOptions } from '../jobs.js';

describe('a durable notification', () => {
  test('runs after its response, with the stored caller and without credentials', async () => {
    const v1 = new Entrypoint('/rpc');
    const seen: unknown[] = [];
    const args = {
      to: v.string(),
      user,
      token: header(v.optional(v.string())),
      trace: header(v.optional(v.string()), { alias: 'traceparent' }),
      job: contextSource(({ carrier }) => carrier),
    };
    const notifications = { queue: uniqueQueue(), caller: user };
    v1.method('send', { args, notifications }, ({ job, ...values }) => {
      seen.push(values, job);
    });
    const { api, events, log, ended } = serve(v1);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const headers = { ...ann, traceparent };
    expect((await post(api, notification('send', { to: 'bob' }), headers)).status).toBe(204);
    await ended('completed');
    const [{ jobId } = { jobId: '' }] = events;
    expect(seen).toEqual([
      { to: 'bob', user: { name: 'ann' }, token: undefined, trace: traceparent },
      expect.any(JobCarrier),
    ]);
    expect(seen[1]).toMatchObject({ kind: 'job', id: jobId, attempt: 1, caller: { name: 'ann' } });
    const event = { queue: notifications.queue.name, method: 'send', jobId };
    expect(events).toEqual([
      { ...event, kind: 'added', attempt: 0 },
      { ...event, kind: 'completed', attempt: 1 },
    ]);
    expect(log).toEqual([]);
  });

  test('passes the trace of its call on to the job', async () => {
    const v1 = new Entrypoint('/rpc');
    const traces: unknown[] = [];
    const trace = header(v.optional(v.string()), { alias: 'traceparent' });
    v1.method('send', { args: { trace }, notifications: { queue: uniqueQueue() } }, (args) => {
      traces.push(args.trace);
    });
    onTestFinished(
      addInstrumentation({ propagate: (headers) => (headers['traceparent'] = 'of the call') }),
    );
    const { api, ended } = serve(v1);
    await post(api, notification('send', {}), { traceparent: 'of the client' });
    await ended('completed');
    expect(traces).toEqual(['of the call']);
  });

  test('runs even if onEvent throws, which is logged', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('send', { notifications: { queue: uniqueQueue() } }, () => undefined);
    const onEvent = (): never => {
      throw new Error('No metrics');
    };
    const { api, log, ended } = serve(v1, { onEvent });
    expect((await post(api, notification('send', {}))).status).toBe(204);
    await ended('completed');
    const message = 'onEvent of runJobs() failed';
    expect(log).toMatchObject([{ message }, { message }]);
  });

  test('runs in another process when this one only adds jobs', async () => {
    const ran: string[] = [];
    const own = uniqueQueue();
    const serverOf = (name: string): Entrypoint => {
      const v1 = new Entrypoint('/rpc');
      v1.method('send', { notifications: { queue: own } }, () => void ran.push(name));
      return v1;
    };
    const web = serve(serverOf('web'), { work: false });
    expect((await post(web.api, notification('send', {}))).status).toBe(204);
    const worker = serve(serverOf('worker'));
    await worker.api.open();
    await worker.ended('completed');
    expect(ran).toEqual(['worker']);
  });

  test('gets 503 when the database is not available, and is not lost silently', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('send', { notifications: { queue: uniqueQueue() } }, () => undefined);
    let isDown = false;
    const flaky: SqlExecutor = {
      executeSql: async (text, values) => {
        if (isDown) throw new Error('The database is down');
        if (((values as unknown[] | undefined)?.length ?? 0) === 0) {
          const results = await pglite.exec(text);
          return { rows: results.flatMap(({ rows }) => rows) };
        }
        return pglite.query(text, values);
      },
    };
    const { api, log } = serve(v1, { database: flaky });
    await api.open();
    isDown = true;
    const { status, headers } = await post(api, notification('send', {}));
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(log.some(({ message }) => message === 'Call failed')).toBe(true);
    isDown = false;
    expect((await post(api, notification('send', {}))).status).toBe(204);
  });

  test.each<[number, string, object, string]>([
    [413, 'it is too large', { to: 'x'.repeat(1_000) }, 'ann'],
    [422, 'the database rejects a character of it', { to: 'a\u0000b' }, 'ann'],
    [422, 'it has half of a surrogate pair', { to: '\ud83d' }, 'ann'],
    [503, 'its caller is not JSON', { to: 'bob' }, 'date'],
    [422, 'its caller is unknown', { to: 'bob' }, ''],
  ])('gets %i when %s', async (status, _, params, token) => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ maxJobBytes: 500 });
    const caller = dependency({ user }, ({ user: { name } }) =>
      name === 'date' ? new Date(0) : name,
    );
    v1.method(
      'send',
      { args: { to: v.string() }, notifications: { queue: own, caller } },
      () => undefined,
    );
    const { api, events } = serve(v1, { work: false });
    const headers: Record<string, string> = token === '' ? {} : { token };
    expect((await post(api, notification('send', params), headers)).status).toBe(status);
    expect(events).toEqual([]);
  });

  test('gets 422 without the idempotency key that its method requires', async () => {
    const v1 = new Entrypoint('/rpc');
    const args = { tx: transaction };
    const notifications = { queue: uniqueQueue(), caller: user };
    const keyed = idempotent.with({ keyRequired: true });
    v1.method('send', { args, idempotent: keyed, notifications }, () => undefined);
    const { api } = serve(v1, { work: false });
    expect((await post(api, notification('send', {}), ann)).status).toBe(422);
    const withKey = notification('send', {}, { idempotencyKey: 'k' });
    expect((await post(api, withKey, ann)).status).toBe(204);
  });

  test('has its effect once when an idempotent method receives it twice', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue();
    await idempotent.createTable(pgliteExecutor(pglite));
    const args = { what: v.string(), tx: transaction };
    v1.method(
      'send',
      { args, idempotent, notifications: { queue: own, caller: user } },
      ({ tx, what }) => write(tx, own, what),
    );
    const { api, ended } = serve(v1);
    const twice = notification('send', { what: 'keyed' }, { idempotencyKey: 'k1' });
    await post(api, [twice, twice, notification('send', { what: 'other' })], ann);
    await ended('completed', 3);
    expect((await written(own)).toSorted()).toEqual(['keyed', 'other']);
  });
});

describe('enqueue()', () => {
  /** A method that adds a job in its transaction, and fails if the params say so. */
  function outbox(own: Queue): { v1: Entrypoint; send: Method } {
    const v1 = new Entrypoint('/rpc');
    const send = v1.method(
      'send',
      {
        args: { what: v.string(), user, tx: transaction },
        notifications: { queue: own, caller: user },
      },
      ({ tx, what, user: { name } }) => write(tx, own, `${what} of ${name}`),
    );
    v1.method(
      'register',
      { args: { fails: v.boolean(), user, tx: transaction, jobStore } },
      async (args) => {
        await write(args.tx, own, 'registered');
        const options = { executor: pgliteExecutor(args.tx), caller: args.user };
        await args.jobStore.enqueue(send, { what: 'email' }, options);
        if (args.fails) throw new AuthError();
      },
    );
    return { v1, send };
  }
  const register = (fails: boolean): object => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'register',
    params: { fails },
  });

  test('adds a job that runs after the transaction of the handler has committed', async () => {
    const own = uniqueQueue();
    const { api, ended } = serve(outbox(own).v1);
    await post(api, register(false), ann);
    await ended('completed');
    expect(await written(own)).toEqual(['registered', 'email of ann']);
  });

  test('adds a job in a transaction of Drizzle', async () => {
    const own = uniqueQueue();
    const { v1, send } = outbox(own);
    v1.method('registerWithDrizzle', { args: { jobStore } }, async (args) => {
      await drizzle(pglite).transaction(async (tx) => {
        const options = { executor: drizzleExecutor(tx, sql), caller: { name: 'ann' } };
        await args.jobStore.enqueue(send, { what: 'email' }, options);
      });
    });
    const { api, log, ended } = serve(v1);
    await post(api, { jsonrpc: '2.0', id: 1, method: 'registerWithDrizzle' });
    expect(log).toEqual([]);
    await ended('completed');
    expect(await written(own)).toEqual(['email of ann']);
  });

  test('adds a job outside of a call', async () => {
    const own = uniqueQueue();
    const { v1, send } = outbox(own);
    const { api, jobs, ended } = serve(v1);
    await api.open();
    const options = { executor: pgliteExecutor(pglite), caller: { name: 'ann' } };
    await jobs.enqueue(send, { what: 'email' }, options);
    await ended('completed');
    expect(await written(own)).toEqual(['email of ann']);
  });

  test('adds no job when the transaction is rolled back', async () => {
    const own = uniqueQueue();
    const { api } = serve(outbox(own).v1, { work: false });
    await post(api, register(true), ann);
    const { rows } = await pglite.query('select * from pgboss.job where name = $1', [own.name]);
    expect([rows, await written(own)]).toEqual([[], []]);
  });

  test('rejects a job that its method could not run', async () => {
    const own = uniqueQueue({ maxJobBytes: 200 });
    const { v1, send } = outbox(own);
    const problems: unknown[] = [];
    const plain = v1.method('plain', {}, () => undefined);
    const ledger = uniqueQueue({ ordered: true });
    const notifications = { queue: ledger, orderBy: (): string => undefined as never };
    const book = v1.method('book', { notifications }, () => undefined);
    const keyed = v1.method(
      'keyed',
      { args: { tx: transaction }, idempotent, notifications: { queue: own } },
      () => undefined,
    );
    v1.method('try', { args: { jobStore } }, async (args) => {
      const executor = pgliteExecutor(pglite);
      const caller = { name: 'ann' };
      const large = { what: 'x'.repeat(200) };
      const attempts = [
        () => args.jobStore.enqueue(plain, {}, { executor }),
        () => args.jobStore.enqueue(send, {}, { executor }),
        () => args.jobStore.enqueue(send, large, { executor, caller }),
        () => args.jobStore.enqueue(send, {}, { executor, caller: new Date(0) }),
        () => args.jobStore.enqueue(book, {}, { executor }),
        () => args.jobStore.enqueue(send, { what: '\u0000' }, { executor, caller }),
        () => args.jobStore.enqueue(send, {}, { executor, caller, idempotencyKey: 'k' }),
        () => args.jobStore.enqueue(keyed, {}, { executor, idempotencyKey: 'a b' }),
      ];
      for (const attempt of attempts) {
        await attempt().catch((error: Error) => problems.push(error.message));
      }
    });
    await post(serve(v1, { work: false }).api, { jsonrpc: '2.0', id: 1, method: 'try' });
    expect(problems).toEqual([
      'The api has no durable method "plain". Declare it with notifications: { queue }, and bind its entrypoint.',
      'enqueue(): method "send" has notifications.caller. Pass its value as the option caller.',
      expect.stringContaining('the job of method "send" has more than 200 bytes'),
      expect.stringContaining('Job of method "send": the caller is not a JSON value'),
      'method "book": notifications.orderBy must return a string or a number, not undefined.',
      expect.stringContaining('Job of method "send": the params are not JSON that PostgreSQL can'),
      'enqueue(): method "send" is not idempotent. Remove the option idempotencyKey.',
      'enqueue(): idempotencyKey must be 1 to 255 visible ASCII characters',
    ]);
  });
});

describe('the jobs of a queue', () => {
  test('run at once up to its concurrency', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ concurrency: 2 });
    let [running, most] = [0, 0];
    v1.method('send', { notifications: { queue: own } }, async () => {
      running += 1;
      most = Math.max(most, running);
      await setTimeout(20);
      running -= 1;
    });
    const { api, ended } = serve(v1);
    await post(
      api,
      Array.from({ length: 6 }, () => notification('send', {})),
    );
    await ended('completed', 6);
    expect(most).toBe(2);
  });

  test('run one after another, oldest first, when orderBy returns the same value', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ concurrency: 3, ordered: true });
    const running = new Set<string>();
    const ran: string[] = [];
    const args = { to: v.string(), what: v.number() };
    const notifications = { queue: own, orderBy: ({ to }: { to: string }) => to };
    v1.method('send', { args, notifications }, async ({ to, what }) => {
      expect(running.has(to)).toBe(false);
      running.add(to);
      await setTimeout(5);
      running.delete(to);
      ran.push(`${to}${what}`);
    });
    const { api, log, ended } = serve(v1);
    for (const what of [1, 2, 3]) {
      for (const to of ['a', 'b']) await post(api, notification('send', { to, what }));
    }
    await ended('completed', 6);
    expect(ran.filter((one) => one.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(ran.filter((one) => one.startsWith('b'))).toEqual(['b1', 'b2', 'b3']);
    expect(log).toEqual([]);
  });

  test('may be ordered by long texts', async () => {
    const v1 = new Entrypoint('/rpc');
    const own = uniqueQueue({ ordered: true, concurrency: 1 });
    const ran: string[] = [];
    const notifications = { queue: own, orderBy: ({ to }: { to: string }) => to };
    v1.method('send', { args: { to: v.string() }, notifications }, ({ to }) => void ran.push(to));
    const { api, ended } = serve(v1);
    // Random, so that the database can't compress it to fit into an index.
    const long = randomBytes(8_000).toString('base64');
    for (const to of [long, '', 'short']) await post(api, notification('send', { to }));
    await ended('completed', 3);
    expect(ran).toEqual([long, '', 'short']);
  });
});

describe('a wrong declaration of a durable method', () => {
  test.each<[string, QueueOptions, object, string]>([
    ['orderBy in a queue without order', {}, { orderBy: () => 'a' }, 'is not ordered'],
    [
      'no orderBy in an ordered queue',
      { ordered: true },
      {},
      'is ordered, but notifications has no',
    ],
    ['a timeout beyond lostAfter', { lostAfter: 60_000 }, {}, 'may run for 60000 ms'],
  ])('prevents the api from opening: %s', async (_, options, others, problem) => {
    const v1 = new Entrypoint('/rpc');
    v1.method(
      'send',
      { notifications: { queue: uniqueQueue(options), ...others } },
      () => undefined,
    );
    await expect(serve(v1).api.open()).rejects.toMatchObject({
      cause: { message: expect.stringContaining(problem) },
    });
  });

  test('with two queues of one name prevents the api from opening', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('a', { notifications: { queue: queue('same') } }, () => undefined);
    v1.method('b', { notifications: { queue: queue('same') } }, () => undefined);
    await expect(serve(v1).api.open()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('two queues have the name "same"') },
    });
  });

  test('with a queue that exists with another order prevents the api from opening', async () => {
    const before = new Entrypoint('/rpc');
    before.method('send', { notifications: { queue: queue('changed') } }, () => undefined);
    await serve(before).api.open();
    const after = new Entrypoint('/rpc');
    const notifications = { queue: queue('changed', { ordered: true }), orderBy: () => 'a' };
    after.method('send', { notifications }, () => undefined);
    await expect(serve(after).api.open()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('queue "changed": it exists') },
    });
  });
});
