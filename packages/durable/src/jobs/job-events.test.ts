import { addInstrumentation } from '@jsonrpc-kit/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type JobEvent, jobEventReporter } from './job-events.js';

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
  jobEventReporter(onEvent, logger)(event);
  const err = expect.objectContaining({ message: 'of the application' }) as Error;
  await vi.waitFor(() => {
    expect(logger.error).toHaveBeenCalledExactlyOnceWith({ err }, 'onEvent of runJobs() failed');
  });
});

test('report() counts an event by its kind, its queue and its method, but not by its job', () => {
  const counted: unknown[] = [];
  onTestFinished(addInstrumentation({ count: (measurement) => counted.push(measurement) }));
  const report = jobEventReporter(undefined, { error: () => undefined, warn: () => undefined });
  report({ kind: 'retried', queue: 'emails', method: 'send', jobId: 'a', attempt: 2 });
  expect(counted).toEqual([
    {
      name: 'jsonrpc.job.events',
      value: 1,
      attributes: {
        'jsonrpc.job.event': 'retried',
        'messaging.destination.name': 'emails',
        'rpc.method': 'send',
      },
    },
  ]);
});
