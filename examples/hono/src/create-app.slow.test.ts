import { fileURLToPath } from 'node:url';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { expect, test } from 'vitest';
import { testBankMethods } from '../../bank/test/test-bank-methods.js';
import { openTestBank } from '../../bank/test/open-test-bank.js';
import { createApp } from './create-app.js';

testBankMethods(openTestBank, ({ api }) => createApp(api));

test('the root is the page if there is one, and leads to the reference if not', async () => {
  const createApi = (): Api => new Api().bindEntrypoint(new Entrypoint('/rpc'));
  const folder = fileURLToPath(new URL('../../page', import.meta.url));
  expect(await (await createApp(createApi(), folder).request('/')).text()).toContain('The bank');

  const response = await createApp(createApi()).request('/');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
});
