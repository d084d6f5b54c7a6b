import { Api } from '@jsonrpc-kit/core';
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
