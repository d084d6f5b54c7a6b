import { expect, test } from 'vitest';
import { isOptimised, optimiseNextTick } from './optimise-next-tick.js';

test('process.nextTick is compiled by then, so that no garbage collection changes its state', async () => {
  await optimiseNextTick();
  expect(isOptimised(Reflect.get(process, 'nextTick'))).toBe(true);
  expect(isOptimised(() => 'never called')).toBe(false);
});
