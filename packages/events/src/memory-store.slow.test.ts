import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { channel, memoryStore } from './index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test.each([
  ['all of them fit', 256, 100_000],
  ['they exceed the limit', 32, 30_000],
])(
  '100,000 keys with three events take the documented memory if %s',
  async (_, megabytes, keys) => {
    const limit = megabytes * 1024 * 1024;
    const store = memoryStore({ bytes: limit, keys: 200_000 });
    const texts = channel('texts', { key: v.string(), event: v.string(), store });
    const before = heapBytes();
    for (let key = 0; key < 100_000; key += 1) {
      for (let event = 0; event < 3; event += 1) {
        await texts.publish(`account-${key}`, `${event}`.padEnd(100, 'x'));
      }
    }
    const used = heapBytes() - before;
    // For each key, 500 bytes and its text; for each event, 150 bytes and its text.
    const documented = 100_000 * (500 + 13 + 3 * (150 + 102));
    expect(used).toBeLessThan(Math.min(limit, documented) * 1.15);
    expect(used).toBeGreaterThan(Math.min(limit, documented) * 0.6);
    const read = await texts.read('account-99999', { limit: 10 });
    expect(read).toHaveLength(3);
    let found = 0;
    for (let key = 0; key < 100_000; key += 1) {
      const events = await texts.read(`account-${key}`, { limit: 1 });
      if (events.length > 0) found += 1;
    }
    expect(found).toBeLessThanOrEqual(100_000);
    expect(found).toBeGreaterThanOrEqual(keys * 0.8);
  },
);
