import { describe, expect, test } from 'vitest';
import { checkCase } from './check-case.js';
import { coreCases, findCoreCase } from './core-cases.js';
import { timeRun } from './time-case.js';

describe('every case answers what it should, again and again', () => {
  test.each(coreCases.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    const run = one.prepare();
    for (let count = 0; count < 3; count += 1) {
      const answered = await run();
      expect(() => checkCase(one, answered)).not.toThrow();
    }
  });
});

test('a case with a wrong answer is refused', () => {
  const one = findCoreCase('a call');
  const body = '{"jsonrpc":"2.0","id":1,"result":4}';
  expect(() => checkCase(one, { status: 200, body })).toThrow(
    `a call: the answer is 200 ${body}, not {"status":200,"json":`,
  );
  expect(() => checkCase(one, { status: 204, body: undefined })).toThrow('the answer is 204');
});

describe('the timing', () => {
  const timing = { warmUpMilliseconds: 5, samples: 4, sampleMilliseconds: 2 };

  test('gives as many samples as were asked for, of runs that take so long', async () => {
    const until = (nanoseconds: bigint): void => {
      const end = process.hrtime.bigint() + nanoseconds;
      while (process.hrtime.bigint() < end);
    };
    const timed = await timeRun(() => until(100_000n), timing);
    expect(timed).toHaveLength(4);
    for (const nanoseconds of timed) expect(nanoseconds).toBeGreaterThanOrEqual(100_000);
  });

  test('waits for what is asynchronous, one after the other', async () => {
    let running = 0;
    let most = 0;
    await timeRun(async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    }, timing);
    expect(most).toBe(1);
  });
});
