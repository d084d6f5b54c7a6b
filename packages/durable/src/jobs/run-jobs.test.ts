import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { describe, expect, test } from 'vitest';
import type { SqlExecutor } from '../index.js';
import { queue, runJobs } from '../jobs.js';

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
        ordered: false,
      },
    });
  });

  test.each([
    ['a name with a space', () => queue('my queue'), 'queue(): the name "my queue" must begin'],
    ['no attempts', () => queue('q', { attempts: 0 }), 'queue "q": attempts must be'],
    ['an endless delay', () => queue('q', { retryDelay: Infinity }), 'queue "q": retryDelay must'],
    ['an unknown option', () => queue('q', { priority: 1 } as never), 'priority'],
  ])('rejects %s', (_, declare, problem) => {
    expect(declare).toThrow(problem);
  });
});

test('runJobs() rejects wrong options', () => {
  const api = new Api();
  const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
  expect(() => runJobs(api, {} as never)).toThrow('runJobs(): database must be an object');
  expect(() => runJobs(api, { database, pollInterval: 0 })).toThrow('runJobs(): pollInterval');
  expect(() => runJobs({} as never, { database })).toThrow('runJobs()');
});

type Handler = (jobs: readonly object[]) => Promise<void>;

/** Opens an api with an engine that starts, and creates its queues, after these failures. */
function openWith(failures: Readonly<Partial<Record<'start' | 'createQueue', readonly Error[]>>>) {
  const events: string[] = [];
  const handlers: Handler[] = [];
  const pending = {
    start: [...(failures.start ?? [])],
    createQueue: [...(failures.createQueue ?? [])],
  };
  const failOr = (step: keyof typeof pending, event: string): void => {
    const failure = pending[step].shift();
    if (failure !== undefined) throw failure;
    events.push(event);
  };
  class PgBoss {
    on = (): void => undefined;
    start = async () => failOr('start', 'started');
    createQueue = async (name: string) => failOr('createQueue', `created ${name}`);
    getQueue = async (): Promise<object> => ({ policy: 'standard' });
    updateQueue = async (): Promise<void> => undefined;
    work = async (_: string, __: object, handler: Handler): Promise<string> => {
      handlers.push(handler);
      return `worker ${handlers.length}`;
    };
    offWork = async () => void events.push('stopped fetching');
    notifyWorker = (): void => undefined;
    fail = async (_: string, id: string, { message }: Error): Promise<object> => {
      events.push(`failed ${id}: ${message}`);
      return { affected: 1 };
    };
    stop = async () => void events.push('stopped');
  }
  const v1 = new Entrypoint('/rpc');
  const durable = { queue: queue('emails', { concurrency: 1 }) };
  v1.method('send', { durable }, () => void events.push('ran'));
  const logger = { error: () => undefined, warn: () => undefined };
  const api = new Api({ logger }).bindEntrypoint(v1);
  const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
  runJobs(api, { database, pgBoss: { default: PgBoss } });
  return { api, events, handlers, opening: api.open() };
}

describe('runJobs()', () => {
  test('stops pg-boss if its queues cannot be created, so that the api can be opened again', async () => {
    const { events, opening } = openWith({ createQueue: [new Error('The queue is broken')] });
    await expect(opening).rejects.toMatchObject({ cause: { message: 'The queue is broken' } });
    expect(events).toEqual(['started', 'stopped']);
  });

  test.each([
    [
      'start',
      '23505',
      'duplicate key value violates unique constraint "pg_namespace_nspname_index"',
    ],
    ['start', '42P07', 'relation "version" already exists'],
    ['createQueue', '40P01', 'deadlock detected'],
  ] as const)(
    'starts again if %s() fails with %s because another process starts at the same time',
    async (step, code, message) => {
      const failure = Object.assign(new Error(message), { code });
      const { events, api, opening } = openWith({ [step]: [failure, failure] });
      await opening;
      expect(events.slice(-3)).toEqual(['started', 'created emails_dead', 'created emails']);
      expect(events.filter((event) => event === 'stopped')).toHaveLength(2);
      await api.close();
    },
  );

  test('fails after ten failures that other processes may have caused', async () => {
    const failure = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const { events, opening } = openWith({ start: new Array<Error>(10).fill(failure) });
    await expect(opening).rejects.toMatchObject({ cause: failure });
    expect(events).toEqual(new Array(10).fill('stopped'));
  });

  test('returns a job that was fetched while the api closes to its queue', async () => {
    const { events, api, handlers, opening } = openWith({});
    await opening;
    const closed = api.close();
    const data = { path: '/rpc', method: 'send' };
    await handlers[0]?.([{ id: 'a', data, retryCount: 0, retryLimit: 9 }]);
    await closed;
    expect(events.slice(3)).toEqual([
      'stopped fetching',
      'failed a: The server is shutting down',
      'stopped',
    ]);
  });
});
