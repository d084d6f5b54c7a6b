import { createBank } from '@jsonrpc-kit/example-bank';
import { expect, test } from 'vitest';
import { testBankMethods } from '../../bank/test/test-bank-methods.js';
import { openTestBank } from '../../bank/test/open-test-bank.js';
import { createApp } from './create-app.js';

testBankMethods(openTestBank, createApp);

test('closing the Fastify app closes the bank', async () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger: silent });
  const app = createApp(bank);
  await app.close();
  expect(bank.api.isShuttingDown).toBe(true);
}, 60_000);
