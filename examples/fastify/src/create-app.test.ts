import { createBank } from '@jsonrpc-kit/example-bank';
import { openTestBank } from '@jsonrpc-kit/example-bank/testing';
import { expect, test } from 'vitest';
import { hasItsMethods } from '../../bank/test/has-its-methods.js';
import { createApp } from './create-app.js';

hasItsMethods(openTestBank, createApp);

test('the app ends the bank with it', async () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger: silent });
  const app = createApp(bank);
  await app.close();
  expect(bank.api.isClosed).toBe(true);
}, 60_000);
