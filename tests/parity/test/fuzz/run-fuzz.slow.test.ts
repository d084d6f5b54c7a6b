import { env } from 'node:process';
import { expect, test } from 'vitest';
import { runFuzz } from './run-fuzz.js';

/** `FUZZ_SEED=1 FUZZ_REQUESTS=50000 npx vitest run --root tests/parity --mode slow fuzz` repeats a run. */
const seed = env['FUZZ_SEED'] === undefined ? undefined : Number(env['FUZZ_SEED']);
const requests = Number(env['FUZZ_REQUESTS'] ?? 800);
/** Long enough for a busy machine. Also limits the time to search for the smallest failing request. */
const seconds = Math.max(240, requests / 10);

test(
  'every adapter sends the specified response to random requests',
  { timeout: (seconds + 60) * 1000 },
  async () => {
    const result = await runFuzz({ seed, requests, seconds });
    expect(result.failure).toBeUndefined();
    expect(result.requests).toBe(requests);
  },
);

test('a fuzz run without a number of requests ends after the given seconds', async () => {
  const { failure, requests: sent } = await runFuzz({ seed: 1, seconds: 1 });
  expect(failure).toBeUndefined();
  expect(sent).toBeGreaterThan(0);
});
