import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { optimiseNextTick } from './optimise-next-tick.js';

/** Of V8's `%GetOptimizationStatus()`: the function has optimised code. */
const IS_OPTIMISED = 1 << 4;

test('process.nextTick is compiled by then, so that no garbage collection changes its state', async () => {
  await optimiseNextTick();
  setFlagsFromString('--allow-natives-syntax');
  const statusOf = runInThisContext('(f) => %GetOptimizationStatus(f)') as (f: unknown) => number;
  const status = statusOf(Reflect.get(process, 'nextTick'));
  setFlagsFromString('--no-allow-natives-syntax');
  expect(status & IS_OPTIMISED).toBe(IS_OPTIMISED);
});
