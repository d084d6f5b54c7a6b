import { afterEach, expect, test, vi } from 'vitest';
import { MemoryLogger } from '../../test/memory-logger.js';
import type { Row } from './database.js';
import { sweepKeys } from './sweep-keys.js';

afterEach(() => {
  vi.useRealTimers();
});

test('deletes expired keys every minute until it is stopped, and logs a failure', async () => {
  vi.useFakeTimers();
  const logger = new MemoryLogger();
  const statements: string[] = [];
  const query = async (sql: string): Promise<never> => {
    statements.push(sql);
    throw new Error('Connection lost');
  };
  const stop = sweepKeys({ query }, logger);
  await vi.advanceTimersByTimeAsync(120_000);
  await stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(statements).toHaveLength(2);
  expect(statements[0]).toMatch(/^delete from jsonrpc_idempotent_calls/);
  expect(logger.errors.map(({ message }) => message)).toEqual([
    'Expired keys could not be deleted',
    'Expired keys could not be deleted',
  ]);
});

test('deletes more expired keys than one transaction does', async () => {
  vi.useFakeTimers();
  let left = 2_500;
  const query = async (
    _: string,
    [limit = 0]: readonly unknown[] = [],
  ): Promise<readonly Row[]> => {
    const deleted = Math.min(left, Number(limit));
    left -= deleted;
    return Array.from({ length: deleted }, () => ({ deleted: true }));
  };
  const stop = sweepKeys({ query }, new MemoryLogger());
  await vi.advanceTimersByTimeAsync(60_000);
  await stop();
  expect(left).toBe(0);
});
