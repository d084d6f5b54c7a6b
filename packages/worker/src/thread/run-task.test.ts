import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { runTask } from './run-task.js';

test('runTask() does not run a task whose message was withdrawn', async () => {
  const { port1, port2 } = new MessageChannel();
  await runTask({ href: 'file:///none.js', file: 'none.js', name: 'none', port: port2 });
  expect(receiveMessageOnPort(port1)).toBeUndefined();
  port1.close();
});
