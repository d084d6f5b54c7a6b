import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { expect, test } from 'vitest';
import { apiAddresses } from './api-addresses.js';

const api = new Api();
const noContent = { status: 204, body: undefined, contentType: undefined };
const handle = () => ({ ...noContent, headers: undefined, onSent: undefined });
for (const path of ['/docs', '/docs/page.css', '/api/v1/openrpc.json', '/docsy']) {
  adapterApi(api).addPage({ path, handle });
}
api.bindEntrypoint(new Entrypoint('/api/v1'));

test('lists the URLs of entrypoints before those of pages, without paths below another path', () => {
  expect(apiAddresses(api, { address: '127.0.0.1', family: 'IPv4', port: 3000 })).toEqual([
    'http://127.0.0.1:3000/api/v1',
    'http://127.0.0.1:3000/docs',
    'http://127.0.0.1:3000/docsy',
  ]);
});

test('puts an IPv6 address in brackets', () => {
  expect(apiAddresses(api, { address: '::1', family: 'IPv6', port: 80 })[0]).toBe(
    'http://[::1]:80/api/v1',
  );
});
