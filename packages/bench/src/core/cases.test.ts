import { expect, test } from 'vitest';
import { checkCase, coreCases } from './cases.js';

test.each(coreCases.map((one) => [one.name, one] as const))(
  '%s gets the expected response every time',
  async (_, one) => {
    const handle = one.prepare();
    for (let count = 0; count < 3; count += 1) {
      await expect(checkCase(one, handle)).resolves.toBeUndefined();
    }
  },
);

test('checkCase throws for an unexpected response', async () => {
  const [one] = coreCases;
  if (one === undefined) throw new Error('There are no cases');
  await expect(checkCase({ ...one, expected: '"result":4' }, one.prepare())).rejects.toThrow(
    /the response is \{.*"result":3\}, without "result":4/,
  );
});
