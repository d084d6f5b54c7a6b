import {
  Api,
  backgroundTasks,
  defineError,
  dependency,
  Entrypoint,
  header,
  HttpError,
  LimitExceeded,
  signal,
  transactionDependency,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakePgBoss } from '../../test/fake-pg-boss.js';
import { notification, post } from '../../test/notify.js';
import {
  idempotencyKey,
  IdempotencyConflict,
  idempotentCalls,
  type SqlExecutor,
} from '../index.js';
import { type JobEvent, queue, type QueueOptions, runJobs } from '../jobs.js';

class Rejected extends defineError({ code: 7000, message: 'Rejected' }) {}

class Undeclared extends defineError({
  code: 7001,
  message: 'Undeclared',
  data: v.object({ address: v.string() }),
}) {}

const user = dependency({ token: header(v.optional(v.string())) }, ({ token }) => ({
  name: token,
}));

/** Serves an entrypoint whose jobs are in memory. */
function serve(v1: Entrypoint, version?: 10 | 12) {
  const boss = fakePgBoss(version);
  const log: unknown[] = [];
  const events: JobEvent[] = [];
  const write = (details: object, message: string): void => void log.push({ ...details, message });
  const api = new Api({ logger: { error: write, warn: write } }).bindEntrypoint(v1);
  const database: SqlExecutor = {
    executeSql: async (text, values) => {
      const job = boss.jobs.find(({ id }) => values.includes(id));
      if (job !== undefined && /retry_limit = retry_count/.test(text))
        job.retryLimit = job.retryCount;
      return { rows: [] };
    },
  };
  runJobs(api, { database, pgBoss: boss.module, onEvent: (event) => void events.push(event) });
  onTestFinished(() => api.close());
  /** Resolves when the last job has been settled. */
  const settled = (kind: JobEvent['kind']): Promise<unknown> =>
    vi.waitFor(() => expect(events.at(-1)?.kind).toBe(kind));
  return { api, boss, log, events, settled };
}

const emails = (options?: QueueOptions) => queue('emails', options);

test('a job has as many attempts as its queue allows', async () => {
  const v1 = new Entrypoint('/rpc');
  let runs = 0;
  v1.method('send', { notifications: { queue: emails({ attempts: 3 }) } }, () => {
    runs += 1;
    throw new Rejected();
  });
  const { api, boss, events, settled } = serve(v1);
  await post(api, notification('send', {}));
  await settled('dead');
  expect(runs).toBe(3);
  expect(events.map(({ attempt, kind }) => `${attempt} ${kind}`)).toEqual([
    '0 added',
    '1 retried',
    '2 retried',
    '3 dead',
  ]);
  expect(boss.jobs).toMatchObject([{ state: 'failed' }]);
});

test('a queue passes its options to pg-boss in seconds', async () => {
  const v1 = new Entrypoint('/rpc', { timeout: 100 });
  const own = emails({ attempts: 3, retryDelay: 1_500, lostAfter: 10_400 });
  v1.method('send', { notifications: { queue: own } }, () => undefined);
  const { api, boss } = serve(v1);
  await api.open();
  expect(boss.queues.get('emails')).toEqual({
    policy: 'standard',
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 10,
    deadLetter: 'emails_dead',
  });
});

test.each([
  [10, 'singleton', 'job 1'],
  [12, 'key_strict_fifo', { id: 'job 1', retryCount: 0 }],
] as const)(
  'with pg-boss %i, an ordered queue has the policy %s, and a job is completed by %j',
  async (version, policy, reference) => {
    const v1 = new Entrypoint('/rpc');
    const notifications = { queue: emails({ ordered: true }), orderBy: () => 'same' };
    v1.method('send', { notifications }, () => undefined);
    const { api, boss, settled } = serve(v1, version);
    await post(api, notification('send', {}));
    await settled('completed');
    expect(boss.queues.get('emails')).toMatchObject({ policy });
    expect(boss.calls).toContainEqual(['complete', reference]);
    expect(boss.jobs).toMatchObject([{ state: 'completed' }]);
  },
);

test('the caller of a job is the stored one', async () => {
  const v1 = new Entrypoint('/rpc');
  const seen: unknown[] = [];
  const notifications = { queue: emails(), caller: user };
  v1.method('send', { args: { user }, notifications }, (args) => void seen.push(args.user));
  const { api, settled } = serve(v1);
  await post(api, notification('send', {}), { token: 'ann' });
  await settled('completed');
  expect(seen).toEqual([{ name: 'ann' }]);
});

test('a job passes the stored headers of its trace on, and no others', async () => {
  const v1 = new Entrypoint('/rpc');
  const seen: unknown[] = [];
  const args = {
    trace: header(v.optional(v.string()), { alias: 'traceparent' }),
    cookies: header(v.optional(v.string()), { alias: 'cookie' }),
  };
  v1.method('send', { args, notifications: { queue: emails() } }, (all) => void seen.push(all));
  const { api, settled } = serve(v1);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await post(api, notification('send', {}), { traceparent, cookie: 'secret' });
  await settled('completed');
  expect(seen).toEqual([{ trace: traceparent, cookies: undefined }]);
});

test('a job is completed after the teardowns before the response', async () => {
  const v1 = new Entrypoint('/rpc');
  const steps: string[] = [];
  const file = dependency(
    {},
    async function* file() {
      yield 'file';
      await Promise.resolve();
      steps.push('closed');
    },
    { teardown: 'before-response' },
  );
  v1.method('send', { args: { file }, notifications: { queue: emails() } }, () => undefined);
  const { api, boss, settled } = serve(v1);
  boss.replacements.complete = (run: () => unknown) => {
    steps.push('completed');
    return run();
  };
  await post(api, notification('send', {}));
  await settled('completed');
  expect(steps).toEqual(['closed', 'completed']);
});

test('a job is completed before its background tasks and later teardowns, which keep its slot', async () => {
  const v1 = new Entrypoint('/rpc');
  const unfinished: (() => void)[] = [];
  const hold = (): Promise<void> => new Promise((resolve) => void unfinished.push(resolve));
  const file = dependency({}, async function* file() {
    yield 'file';
    await hold();
  });
  const args = { file, tasks: backgroundTasks };
  const own = emails({ concurrency: 1 });
  v1.method('send', { args, notifications: { queue: own } }, ({ tasks }) => tasks.add(hold));
  const { api, boss, settled } = serve(v1);
  await post(api, [notification('send', {}), notification('send', {})]);
  await settled('completed');
  expect(boss.jobs.map(({ state }) => state)).toEqual(['completed', 'created']);
  // The teardown and the task of each job.
  for (let ended = 1; ended <= 4; ended += 1) {
    await vi.waitFor(() => expect(unfinished).toHaveLength(ended));
    unfinished[ended - 1]?.();
  }
  await vi.waitFor(() => expect(boss.jobs[1]?.state).toBe('completed'));
});

test('a job whose handler continues after its time limit is retried after the handler has ended', async () => {
  const v1 = new Entrypoint('/rpc', { timeout: 20 });
  const running: (() => void)[] = [];
  const notifications = { queue: emails({ attempts: 1 }) };
  v1.method('send', { args: { aborted: signal }, notifications }, ({ aborted }) => {
    return new Promise<void>((resolve) => {
      aborted.addEventListener('abort', () => running.push(resolve));
    });
  });
  const { api, boss, settled } = serve(v1);
  await post(api, notification('send', {}));
  await vi.waitFor(() => expect(running).toHaveLength(1));
  expect(boss.calls.map(([name]) => name)).not.toContain('fail');
  running[0]?.();
  await settled('dead');
});

test.each<['complete' | 'fail', () => void]>([
  ['complete', () => undefined],
  [
    'fail',
    () => {
      throw new Rejected();
    },
  ],
])('a job that counts as lost before %s() has no other event', async (settle, handler) => {
  const v1 = new Entrypoint('/rpc');
  v1.method('send', { notifications: { queue: emails({ attempts: 1 }) } }, handler);
  const { api, boss, log, events } = serve(v1);
  boss.replacements[settle] = () => ({ affected: 0 });
  await post(api, notification('send', {}));
  const details = { queue: 'emails', method: 'send', jobId: 'job 1', attempt: 1 };
  const message = 'Job ended after it had counted as lost';
  await vi.waitFor(() => expect(log).toEqual([{ ...details, message }]));
  expect(events.map(({ kind }) => kind)).toEqual(['added']);
});

test('a job is completed although statements that complete it fail', async () => {
  const v1 = new Entrypoint('/rpc');
  let runs = 0;
  v1.method('send', { notifications: { queue: emails() } }, () => {
    runs += 1;
  });
  const { api, boss, log, events, settled } = serve(v1);
  let failures = 0;
  boss.replacements.complete = (run: () => unknown) => {
    failures += 1;
    if (failures < 3) throw new Error('The database is down');
    return run();
  };
  await post(api, notification('send', {}));
  await settled('completed');
  expect(runs).toBe(1);
  expect(events.map(({ kind }) => kind)).toEqual(['added', 'completed']);
  expect(boss.jobs).toMatchObject([{ state: 'completed' }]);
  expect(log).toEqual([]);
});

test('a job whose completion was committed by a statement that failed counts as completed', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('send', { notifications: { queue: emails() } }, () => undefined);
  const { api, boss, log, events, settled } = serve(v1);
  boss.replacements.complete = (run: () => unknown) => {
    boss.replacements.complete = undefined;
    run();
    throw new Error('The connection was lost');
  };
  await post(api, notification('send', {}));
  await settled('completed');
  expect(events.map(({ kind }) => kind)).toEqual(['added', 'completed']);
  expect(log).toEqual([]);
});

test('a succeeded job that cannot be completed does not run again when the api is closed', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('send', { notifications: { queue: emails() } }, () => undefined);
  const { api, boss, log, events } = serve(v1);
  const err = new Error('The database is down');
  boss.replacements.complete = () => {
    throw err;
  };
  await post(api, notification('send', {}));
  await vi.waitFor(() => expect(boss.calls.map(([name]) => name)).toContain('complete'));
  await api.close();
  expect(events.map(({ kind }) => kind)).toEqual(['added']);
  expect(boss.jobs).toMatchObject([{ state: 'active' }]);
  await vi.waitFor(() => expect(log).toMatchObject([{ message: 'Job could not be settled', err }]));
});

test('a job that cannot be settled until it counts as lost is logged, and the next one runs', async () => {
  const v1 = new Entrypoint('/rpc', { timeout: 100 });
  const own = emails({ concurrency: 1, lostAfter: 200 });
  v1.method('send', { notifications: { queue: own } }, () => undefined);
  const { api, boss, log, events } = serve(v1);
  const err = new Error('The database is down');
  boss.replacements.complete = (run: () => unknown) => {
    if (boss.jobs[1]?.state === 'active') return run();
    throw err;
  };
  await post(api, [notification('send', {}), notification('send', {})]);
  await vi.waitFor(() =>
    expect(events.at(-1)).toMatchObject({ kind: 'completed', jobId: 'job 2' }),
  );
  expect(log).toMatchObject([{ message: 'Job could not be settled', jobId: 'job 1', err }]);
});

/** Declares an idempotent method on a database that records its statements. */
function idempotentMethod(handler: (key: string | undefined) => void) {
  const statements: string[] = [];
  const transaction = transactionDependency({}, (_, run) =>
    run<SqlExecutor>({
      executeSql: async (text) => {
        statements.push(text.split(/[ (]/, 1)[0] ?? '');
        return { rows: [{ recorded: true }] };
      },
    }),
  );
  const idempotent = idempotentCalls({
    transaction,
    executor: (tx) => tx,
    caller: dependency({}, () => 1),
  });
  const v1 = new Entrypoint('/rpc');
  const args = { key: idempotencyKey, tx: transaction };
  v1.method(
    'send',
    { args, errors: [Rejected], idempotent, notifications: { queue: emails() } },
    (all) => handler(all.key),
  );
  return { v1, statements };
}

test('a job of an idempotent method does not record an error, because it is retried', async () => {
  let runs = 0;
  const { v1, statements } = idempotentMethod(() => {
    runs += 1;
    if (runs === 1) throw new Rejected();
  });
  const { api, settled } = serve(v1);
  await post(api, notification('send', {}));
  await settled('completed');
  expect(statements).toEqual(['insert', 'insert', 'insert']);
});

test('a job of an idempotent method keeps the key of its notification, or has a new one', async () => {
  const keys: unknown[] = [];
  const { v1 } = idempotentMethod((key) => void keys.push(key));
  const { api, boss, settled } = serve(v1);
  await post(api, [
    notification('send', {}, { idempotencyKey: 'k' }),
    notification('send', {}),
    notification('send', {}),
  ]);
  await settled('completed');
  await vi.waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[0]).toBe('k');
  expect(new Set(keys).size).toBe(3);
  const stored = boss.jobs.map(({ data }) => (data as { idempotencyKey?: string }).idempotencyKey);
  expect(stored).toEqual(keys);
});

test('a job that is older than the option idempotent has its id as its key', async () => {
  const keys: unknown[] = [];
  const { v1 } = idempotentMethod((key) => void keys.push(key));
  const { api, boss, settled } = serve(v1);
  const data = { path: '/rpc', method: 'send' };
  const job = { id: 'old', data, retryCount: 0, retryLimit: 0, state: 'created' } as const;
  boss.jobs.push({ ...job, queue: 'emails' });
  await api.open();
  await settled('completed');
  expect(keys).toEqual(['old']);
});

test('a job may have exactly maxJobBytes', async () => {
  const data = { path: '/rpc', method: 'send', params: { to: 'bob' }, trace: {} };
  const maxJobBytes = JSON.stringify(data).length;
  const v1 = new Entrypoint('/rpc');
  const notifications = { queue: emails({ maxJobBytes }) };
  v1.method('send', { args: { to: v.string() }, notifications }, () => undefined);
  const { api, settled } = serve(v1);
  expect((await post(api, notification('send', { to: 'bob' }))).status).toBe(204);
  await settled('completed');
  expect((await post(api, notification('send', { to: 'bobb' }))).status).toBe(413);
});

test('a job may run for less than the time after which it counts as lost', async () => {
  const open = (timeout: number): Promise<void> => {
    const v1 = new Entrypoint('/rpc', { timeout });
    v1.method('send', { notifications: { queue: emails({ lostAfter: 10_000 }) } }, () => undefined);
    return serve(v1).api.open();
  };
  await open(9_999);
  await expect(open(10_000)).rejects.toThrow(
    'a job may run for 10000 ms, but counts as lost after 10000 ms. Lower the timeout',
  );
});

test.each<[string, () => unknown, object]>([
  [
    'a declared error',
    () => {
      throw new Rejected();
    },
    { code: 7000, name: 'Rejected', message: 'Rejected' },
  ],
  [
    'an error that the method does not declare',
    () => {
      throw new Undeclared({ address: 'a\0b' });
    },
    { code: 7001, message: 'Undeclared', data: '{"address":"a\\u0000b"}' },
  ],
  [
    'an unexpected error',
    () => {
      throw new Error('secret');
    },
    { code: -32603, name: 'InternalError', message: 'Internal error' },
  ],
  [
    'an HttpError',
    () => {
      throw new HttpError(403, 'No\0 access');
    },
    { name: 'HttpError', message: 'No\ufffd access' },
  ],
  [
    'an HttpError with an object',
    () => {
      throw new HttpError(403, { reason: 'x'.repeat(2_000) });
    },
    { name: 'HttpError', message: `{"reason":"${'x'.repeat(989)}` },
  ],
])(
  'the failure of a job has the code, the name and the message of %s',
  async (_, fail, failure) => {
    const v1 = new Entrypoint('/rpc', { errors: [] });
    v1.method(
      'send',
      { errors: [Rejected], notifications: { queue: emails({ attempts: 1 }) } },
      fail,
    );
    const { api, boss, log, settled } = serve(v1);
    await post(api, notification('send', {}));
    await settled('dead');
    expect(boss.jobs).toMatchObject([{ output: failure }]);
    const details = { queue: 'emails', method: 'send', jobId: 'job 1', attempt: 1, failure };
    expect(log.at(-1)).toEqual({ ...details, message: 'Job moved to the dead-letter queue' });
  },
);

test('the failure of a job with invalid params says which', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method(
    'send',
    { args: { to: v.string() }, notifications: { queue: emails() } },
    () => undefined,
  );
  const { api, boss, events } = serve(v1);
  await api.open();
  const data = { path: '/rpc', method: 'send', params: {} };
  const job = { id: 'old', data, retryCount: 0, retryLimit: 0, state: 'created' } as const;
  boss.jobs.push({ ...job, queue: 'emails' });
  await post(api, notification('send', { to: 'bob' }));
  await vi.waitFor(() => expect(events.map(({ kind }) => kind)).toContain('dead'));
  expect(boss.jobs).toMatchObject([
    {
      output: {
        code: -32602,
        name: 'InvalidParams',
        data: expect.stringContaining('"loc":["to"]'),
      },
    },
    {},
  ]);
});

test('a job is not retried after a permanent error', async () => {
  const v1 = new Entrypoint('/rpc');
  const own = emails({ permanentErrors: [Rejected], retryDelay: 0 });
  let runs = 0;
  v1.method('send', { notifications: { queue: own } }, () => {
    runs += 1;
    throw runs === 1 ? new Undeclared({ address: '' }) : new Rejected();
  });
  const { api, boss, events, settled } = serve(v1);
  await post(api, notification('send', {}));
  await settled('dead');
  expect(events.map(({ kind }) => kind)).toEqual(['added', 'retried', 'dead']);
  expect(boss.jobs).toMatchObject([{ state: 'failed', retryCount: 1 }]);
});

test('a job is not retried if another call has used its idempotency key', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('send', { notifications: { queue: emails() } }, () => {
    throw new IdempotencyConflict();
  });
  const { api, boss, settled } = serve(v1);
  await post(api, notification('send', {}));
  await settled('dead');
  expect(boss.jobs).toMatchObject([{ state: 'failed', retryCount: 0 }]);
});

test('a job is not retried after a permanent error whose code the entrypoint has changed', async () => {
  const v1 = new Entrypoint('/rpc', { errorCodes: { LimitExceeded: -32050 } });
  const own = emails({ permanentErrors: [LimitExceeded] });
  v1.method('send', { notifications: { queue: own } }, () => {
    throw new LimitExceeded();
  });
  const { api, boss, settled } = serve(v1);
  await post(api, notification('send', {}));
  await settled('dead');
  expect(boss.jobs).toMatchObject([
    { output: { code: -32050, name: 'LimitExceeded' }, retryCount: 0 },
  ]);
});
