import { expect, test, vi } from 'vitest';
import { callGuarded } from './call-guarded.js';

const failure = new Error('of the application');
const logger = {
  error: vi.fn<(details: object, message: string) => void>(),
  warn: vi.fn<() => void>(),
};

test.each<[string, () => unknown]>([
  [
    'is thrown',
    () => {
      throw failure;
    },
  ],
  ['a promise rejects with', async () => Promise.reject(failure)],
])('callGuarded() logs an error that %s', async (_, call) => {
  logger.error.mockClear();
  callGuarded(logger, 'Callback failed', call);
  await vi.waitFor(() => {
    expect(logger.error).toHaveBeenCalledExactlyOnceWith({ err: failure }, 'Callback failed');
  });
});

test('callGuarded() logs nothing if the function succeeds', async () => {
  logger.error.mockClear();
  callGuarded(logger, 'Callback failed', async () => 1);
  callGuarded(logger, 'Callback failed', () => undefined);
  await Promise.resolve();
  expect(logger.error).not.toHaveBeenCalled();
});
