import { Api, dependency, Entrypoint, httpBearer } from '@jsonrpc-kit/core';
import { describe, expect, test, vi } from 'vitest';
import { fakePgBoss } from '../../test/fake-pg-boss.js';
import { notification, post } from '../../test/notify.js';
import type { SqlExecutor } from '../index.js';
import { jobStore, queue, runJobs } from '../jobs.js';

describe('queue()', () => {
  test('has documented defaults', () => {
    expect(queue('emails')).toMatchObject({
      name: 'emails',
      deadLetters: 'emails_dead',
      settings: {
        concurrency: 5,
        attempts: 10,
        retryDelay: 1_000,
        lostAfter: 120_000,
        maxJobBytes: 65_536,
        permanentErrors: [],
        ordered: false,
      },
    });
  });

  test.each([
    ['a name with a space', () => queue('my queue'), 'queue(): the name "my queue" must begin'],
    ['no attempts', () => queue('q', { attempts: 0 }), 'queue "q": attempts must be'],
    ['an endless delay', () => queue('q', { retryDelay: Infinity }), 'queue "q": retryDelay must'],
    [
      'an error that is no class',
      () => queue('q', { permanentErrors: ['AuthError'] as never }),
      'queue "q": permanentErrors must be an array of classes of typed errors, not an array. Write permanentErrors: [UnknownAddress].',
    ],
    ['an unknown option', () => queue('q', { priority: 1 } as never), 'priority'],
  ])('rejects %s', (_, declare, problem) => {
    expect(declare).toThrow(problem);
  });
});

test('an api with a durable method and without runJobs() does not open, and says what to write', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('send', { notifications: { queue: queue('emails') } }, () => undefined);
  await expect(new Api().bindEntrypoint(v1).open()).rejects.toThrow(
    'Api: method "send" of entrypoint "/rpc" needs the resource "jobStore", which isn\'t provided. ' +
      'Write runJobs(api, { database }) before the api is mounted.',
  );
});

test('runJobs() with work: false adds jobs, and fetches none', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('send', { notifications: { queue: queue('emails') } }, () => undefined);
  const api = new Api().bindEntrypoint(v1);
  const boss = fakePgBoss();
  const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
  runJobs(api, { database, work: false, pgBoss: boss.module });
  expect((await post(api, notification('send', {}))).status).toBe(204);
  await api.close();
  expect(boss.calls.slice(-2)).toEqual([['send', 'emails'], ['stop']]);
});

test('runJobs() returns the jobs for code outside of methods, while the api is open', async () => {
  const v1 = new Entrypoint('/rpc');
  const emails = queue('emails');
  const send = v1.method('send', { notifications: { queue: emails } }, () => undefined);
  const api = new Api().bindEntrypoint(v1);
  const boss = fakePgBoss();
  const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
  const jobs = runJobs(api, { database, work: false, pgBoss: boss.module });
  const add = (): Promise<string> => jobs.enqueue(send, {}, { executor: database });
  await expect(add()).rejects.toThrow(
    'enqueue(): the api is not open. Call await api.open() before.',
  );
  await api.open();
  await add();
  expect(boss.calls.at(-1)).toEqual(['send', 'emails']);
  await api.close();
  await expect(add()).rejects.toThrow('the api is not open');
  await expect(jobs.retryDeadLetters(emails)).rejects.toThrow(
    'retryDeadLetters(): the api is not open',
  );
});

test('enqueue() rejects a caller and a key that the method does not expect', async () => {
  const v1 = new Entrypoint('/rpc');
  const send = v1.method('send', { notifications: { queue: queue('emails') } }, () => undefined);
  const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
  const problems: unknown[] = [];
  v1.method('try', { args: { jobStore } }, async (args) => {
    for (const options of [{ caller: 'ann' }, { idempotencyKey: 'k' }, {}]) {
      const adding = args.jobStore.enqueue(send, {}, { executor: database, ...options });
      problems.push(await adding.then(() => 'added', String));
    }
  });
  const api = new Api().bindEntrypoint(v1);
  runJobs(api, { database, work: false, pgBoss: fakePgBoss().module });
  await post(api, { jsonrpc: '2.0', id: 1, method: 'try' });
  await api.close();
  expect(problems).toEqual([
    'TypeError: enqueue(): method "send" has no notifications.caller. Remove the option caller.',
    'TypeError: enqueue(): method "send" is not idempotent. Remove the option idempotencyKey.',
    'added',
  ]);
});

test.each([
  [undefined, 30],
  [5_000, 5],
  [1, 1],
])(
  'runJobs() with a recoveryInterval of %s searches for lost jobs every %s seconds',
  async (recoveryInterval, seconds) => {
    const { module, instances } = fakePgBoss(12);
    const v1 = new Entrypoint('/rpc');
    v1.method('send', { notifications: { queue: queue('emails') } }, () => undefined);
    const api = new Api().bindEntrypoint(v1);
    const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
    runJobs(api, { database, work: false, recoveryInterval, pgBoss: module });
    await api.open();
    await api.close();
    expect(instances).toMatchObject([
      { maintenanceIntervalSeconds: seconds, monitorIntervalSeconds: seconds },
    ]);
  },
);

test('runJobs() rejects wrong options', () => {
  const api = new Api();
  const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
  expect(() => runJobs(api, {} as never)).toThrow('runJobs(): database must be an object');
  expect(() => runJobs(api, { database, pollInterval: 0 })).toThrow('runJobs(): pollInterval');
  expect(() => runJobs({} as never, { database })).toThrow('runJobs()');
});

/** Opens an api with an engine that starts, and creates its queues, after these failures. */
function openWith(failures: Readonly<Partial<Record<'start' | 'createQueue', readonly Error[]>>>) {
  const boss = fakePgBoss();
  for (const step of ['start', 'createQueue'] as const) {
    const pending = [...(failures[step] ?? [])];
    boss.replacements[step] = (run: () => unknown) => {
      const failure = pending.shift();
      if (failure !== undefined) throw failure;
      return run();
    };
  }
  const v1 = new Entrypoint('/rpc');
  const notifications = { queue: queue('emails', { concurrency: 1 }) };
  v1.method('send', { notifications }, () => undefined);
  const logger = { error: () => undefined, warn: () => undefined };
  const api = new Api({ logger }).bindEntrypoint(v1);
  const executeSql = vi.fn<SqlExecutor['executeSql']>(async () => ({ rows: [] }));
  runJobs(api, { database: { executeSql }, pgBoss: boss.module });
  return { api, boss, executeSql, opening: api.open() };
}

describe('runJobs()', () => {
  test('stops pg-boss if its queues cannot be created, so that the api can be opened again', async () => {
    const { boss, opening } = openWith({ createQueue: [new Error('The queue is broken')] });
    await expect(opening).rejects.toMatchObject({ cause: { message: 'The queue is broken' } });
    expect(boss.calls).toEqual([['start'], ['createQueue', 'emails_dead'], ['stop']]);
  });

  test.each([
    [
      'start',
      '23505',
      'duplicate key value violates unique constraint "pg_namespace_nspname_index"',
    ],
    ['start', '42P07', 'relation "version" already exists'],
    ['start', '42P06', 'schema "pgboss" already exists'],
    ['start', '42710', 'type "job_state" already exists'],
    ['createQueue', '40P01', 'deadlock detected'],
  ] as const)(
    'starts again if %s() fails with %s because another process starts at the same time',
    async (step, code, message) => {
      const failure = Object.assign(new Error(message), { code });
      const { boss, api, opening } = openWith({ [step]: [failure, failure] });
      await opening;
      expect(boss.calls.slice(-4)).toEqual([
        ['start'],
        ['createQueue', 'emails_dead'],
        ['createQueue', 'emails'],
        ['fetch', 1],
      ]);
      expect(boss.calls.filter(([name]) => name === 'stop')).toHaveLength(2);
      await api.close();
    },
  );

  test('fails after ten failures that other processes may have caused', async () => {
    const failure = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const { boss, opening } = openWith({ start: new Array<Error>(10).fill(failure) });
    await expect(opening).rejects.toMatchObject({ cause: failure });
    expect(boss.calls.filter(([name]) => name === 'stop')).toHaveLength(10);
  });
});

test('close() does not fail a job that was not started, even if the database does not respond', async () => {
  const { boss, api, executeSql, opening } = openWith({});
  executeSql.mockImplementation(() => new Promise(() => undefined));
  let closed: Promise<void> | undefined;
  boss.replacements.fetch = (run: () => unknown) => {
    closed ??= api.close();
    return run();
  };
  const data = { path: '/rpc', method: 'send' };
  const job = { id: 'a', data, retryCount: 0, retryLimit: 0, state: 'created' } as const;
  boss.jobs.push({ ...job, queue: 'emails' });
  await opening;
  await vi.waitFor(() => expect(executeSql).toHaveBeenCalledOnce());
  expect(executeSql.mock.lastCall?.[1]).toEqual(['emails', 'a', 0]);
  await closed;
  expect(boss.calls.slice(-2)).toEqual([['fetch', 1], ['stop']]);
});

describe('a job has no credentials, so runJobs()', () => {
  const getToken = dependency({ token: httpBearer() }, ({ token }) => token, { name: 'getToken' });
  const getUser = dependency({ token: getToken }, ({ token }) => token, { name: 'getUser' });
  const getLocale = dependency(
    { token: httpBearer({ optional: true }) },
    ({ token }) => token ?? 'en',
  );
  const emails = queue('emails');
  const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
  const opened = async (entrypoint: Entrypoint): Promise<void> => {
    const api = new Api().bindEntrypoint(entrypoint);
    runJobs(api, { database, work: false, pgBoss: fakePgBoss().module });
    await api.open();
    await api.close();
  };

  test.each([
    ['an argument', { token: httpBearer() }, [], 'an argument'],
    ['a dependency', { user: getUser }, [], 'the dependency "getToken"'],
    ['a messageDependency', {}, [getUser], 'the dependency "getToken"'],
  ])('rejects a method whose credential is that of %s', async (_, args, shared, reader) => {
    const v1 = new Entrypoint('/rpc', { messageDependencies: shared });
    v1.method('send', { args, notifications: { queue: emails } }, () => undefined);
    await expect(opened(v1)).rejects.toThrow(
      `method "send": ${reader} requires a credential, which a job doesn't have. Read the user from one ` +
        'dependency everywhere, and write notifications: { queue, caller: getUser }.',
    );
  });

  test('accepts a credential that only the caller reads, and an optional one', async () => {
    const v1 = new Entrypoint('/rpc', { messageDependencies: [getUser] });
    const args = { user: getUser, locale: getLocale };
    v1.method('send', { args, notifications: { queue: emails, caller: getUser } }, () => undefined);
    await expect(opened(v1)).resolves.toBeUndefined();
  });
});
