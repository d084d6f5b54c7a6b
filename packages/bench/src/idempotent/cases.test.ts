import { expect, test } from 'vitest';
import { idempotentCases, openService } from './cases.js';

test('every kind of idempotent call succeeds, and only a replay repeats its response', async () => {
  const service = await openService(undefined);
  const seen: [string, boolean][] = [];
  for (const { name, send } of idempotentCases(service)) {
    const responses = [await send(), await send()];
    for (const response of responses) expect(response).toMatch(/"result":\{"balance":\d+\}/);
    seen.push([name, responses[0] === responses[1]]);
  }
  expect(seen).toEqual([
    ['without a key', false],
    ['with a key', false],
    ['with a key, errors recorded', false],
    ['a replay', true],
  ]);
  await service.close();
});
