import { expect, test } from 'vitest';
import { frameworks } from '../targets/framework.js';
import { bounds } from './bounds.js';
import { measureAttempt } from './measure-attempt.js';

test.each(frameworks)(
  'measureAttempt() measures a batch above maxBatchSize behind %s',
  async (adapter) => {
    const bound = bounds.find(({ name }) => name.startsWith('maxBatchSize'));
    const attempt = bound?.attempts.at(-1);
    if (bound === undefined || attempt === undefined) throw new Error('The bound has no attempt');
    const measured = await measureAttempt(adapter, bound, attempt);
    expect(measured.response).toBe('200, -32600');
    expect(measured.milliseconds).toBeGreaterThan(0);
    expect(measured.pingMilliseconds).toBeGreaterThan(0);
    expect(measured.pingMilliseconds).toBeLessThan(Infinity);
  },
);

test.each([
  ['maxBodyBytes, 1 MiB', '2 MiB in chunks', '413, -32600'],
  ['bodyTimeout, 300 ms', 'a pause of 3 s', '408, -32600'],
  [
    'maxHeldBytes, 128 MiB, unread responses',
    "10 clients don't read 6 MiB each, then a call",
    '200, 1 × result',
  ],
  [
    'Shared dependencies that hang, timeout 500 ms, concurrency 2',
    '40 requests',
    /^40 × 200, -32002; at most [23] at once$/,
  ],
  ['Shutdown while a resource hangs, timeout 500 ms', 'SIGTERM', 'exit 1; the server ended with 1'],
  ['allowedHosts, 127.0.0.1', 'Host: evil.example', '421'],
])('measureAttempt() measures %s with %s behind node', async (name, sends, response) => {
  const bound = bounds.find((candidate) => candidate.name === name);
  const attempt = bound?.attempts.find((candidate) => candidate.sends === sends);
  if (bound === undefined || attempt === undefined) throw new Error(`No such attempt: ${sends}`);
  const measured = await measureAttempt('node', bound, attempt);
  expect(measured.response).toMatch(response);
});
