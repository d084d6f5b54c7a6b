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
