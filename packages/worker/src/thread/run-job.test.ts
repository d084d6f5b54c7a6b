import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { runJob } from './run-job.js';

test('runJob() does not run a job without its message, which was withdrawn', async () => {
  const { port1, port2 } = new MessageChannel();
  await runJob({ href: 'file:///none.js', file: 'none.js', name: 'none', port: port2 });
  expect(receiveMessageOnPort(port1)).toBeUndefined();
  port1.close();
});
