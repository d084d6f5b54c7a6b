import { env } from 'node:process';
import { expect, test } from 'vitest';
import { runFuzz } from './run-fuzz.js';

/**
 * `FUZZ_SEED=1 FUZZ_REQUESTS=50000 npx vitest run --root packages/bench run-fuzz` repeats or prolongs
 * a run.
 */
const seed = env['FUZZ_SEED'] === undefined ? undefined : Number(env['FUZZ_SEED']);
const requests = Number(env['FUZZ_REQUESTS'] ?? 800);
/** Only against a machine that is busy; it also bounds the search for the smallest failing request. */
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

test('a run ends after its seconds and repeats the requests of its seed', async () => {
  const { failure, requests: sent } = await runFuzz({ seed: 1, seconds: 1 });
  expect(failure).toBeUndefined();
  expect(sent).toBeGreaterThan(0);
});
