import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { expect, test } from 'vitest';
import { serverOrigins } from './server-origins.js';

test('serverOrigins() returns the origins that a policy can contain, each once', () => {
  const bank = new Entrypoint('/bank');
  bank.method('pay', { servers: [{ url: 'http://pay.example:81/rpc' }] }, () => null);
  const servers = [
    { url: 'https://bank.example/a' },
    { url: 'https://bank.example/b' },
    { url: '/relative' },
    { url: 'https://{region}.bank.example' },
    { url: 'https://bank.example;script-src' },
    { url: 'data:,' },
  ];
  expect(serverOrigins(new Api({ servers }).bindEntrypoint(bank))).toEqual([
    'https://bank.example',
    'http://pay.example:81',
  ]);
});
