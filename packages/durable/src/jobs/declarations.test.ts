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

describe('runJobs() with an engine whose queues fail', () => {
  /** Opens an api; `failures` are the errors of the first attempts to create a queue. */
  async function open(failures: readonly Error[]) {
    const events: string[] = [];
    const pending = [...failures];
    class PgBoss {
      on = (): void => undefined;
      start = async () => void events.push('started');
      createQueue = async (name: string): Promise<void> => {
        const failure = pending.shift();
        if (failure !== undefined) throw failure;
        events.push(`created ${name}`);
      };
      getQueue = async (): Promise<object> => ({ policy: 'standard' });
      updateQueue = async (): Promise<void> => undefined;
      stop = async () => void events.push('stopped');
    }
    const v1 = new Entrypoint('/rpc');
    v1.method('send', { durable: { queue: queue('emails') } }, () => undefined);
    const logger = { error: () => undefined, warn: () => undefined };
    const api = new Api({ logger }).bindEntrypoint(v1);
    const database: SqlExecutor = { executeSql: async () => ({ rows: [] }) };
    runJobs(api, { database, work: false, pgBoss: { default: PgBoss } });
    return { events, api, opening: api.open() };
  }

  test('stops the engine, so that it can be opened again', async () => {
    const { events, opening } = await open([new Error('The queue is broken')]);
    await expect(opening).rejects.toMatchObject({ cause: { message: 'The queue is broken' } });
    expect(events).toEqual(['started', 'stopped']);
  });

  test('tries again after a deadlock with another process', async () => {
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const { events, api, opening } = await open([deadlock, deadlock]);
    await opening;
    expect(events).toEqual(['started', 'created emails_dead', 'created emails']);
    await api.close();
  });
});
