import { createBank } from '@jsonrpc-kit/example-bank';
import { expect, test } from 'vitest';
import { hasItsMethods } from '../../bank/test/has-its-methods.js';
import { openTestBank } from '../../bank/test/open-test-bank.js';
import { createApp } from './create-app.js';

hasItsMethods(openTestBank, createApp);

test('closing the app closes the bank', async () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger: silent });
  const app = createApp(bank);
  await app.close();
  expect(bank.api.isClosed).toBe(true);
}, 60_000);
