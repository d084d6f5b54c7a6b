import { expect, test, vi } from 'vitest';
import { type JobEvent, JobEvents } from './job-events.js';

const event = { kind: 'completed' } as unknown as JobEvent;

test.each<[string, () => void]>([
  [
    'throws',
    () => {
      throw new Error('of the application');
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('of the application');
    },
  ],
])('report() logs that onEvent %s', async (_, onEvent) => {
  const logger = {
    error: vi.fn<(details: object, message: string) => void>(),
    warn: vi.fn<() => void>(),
  };
  new JobEvents(onEvent, logger).report(event);
  const err = expect.objectContaining({ message: 'of the application' }) as Error;
  await vi.waitFor(() => {
    expect(logger.error).toHaveBeenCalledExactlyOnceWith({ err }, 'onEvent of runJobs() failed');
  });
});
