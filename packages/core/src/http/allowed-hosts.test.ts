import { adapterApi } from '../adapter.js';
import { describe, expect, test } from 'vitest';
import { postJson } from '../../test/call.js';
import { request } from '../../test/in-process.js';
import { Api, type ApiOptions, Entrypoint } from '../index.js';

function apiOf(allowedHosts?: readonly string[]): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  return new Api({ allowedHosts }).bindEntrypoint(rpc);
}

async function statusFor(api: Api, host: string | undefined, path = '/rpc'): Promise<number> {
  return (await postJson(api, request('ping'), { headers: { host }, path })).status;
}

const allowed = ['API.bank.example', 'localhost:3000', '127.0.0.1', '[::1]'];

describe('an api with allowedHosts', () => {
  test.each([
    'api.bank.example',
    'Api.Bank.Example:8443',
    'localhost:3000',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:3000',
  ])('serves requests for %s', async (host) => {
    expect(await statusFor(apiOf(allowed), host)).toBe(200);
  });

  test.each([
    undefined,
    '',
    'evil.example',
    'api.bank.example.evil.example',
    'evil.example, api.bank.example',
    'user@api.bank.example',
    'localhost',
    'localhost:30000',
    '::1',
    ':3000',
    '[::1]:3000:3000',
  ])('rejects requests for %s with 421', async (host) => {
    const parts = { headers: { host } };
    const { status, json } = await postJson(apiOf(allowed), request('ping'), parts);
    expect({ status, json }).toEqual({ status: 421, json: { detail: 'Misdirected Request' } });
  });

  test('rejects requests for its pages and method routes, but not for other paths', async () => {
    const api = apiOf(allowed);
    adapterApi(api).addPage({ path: '/docs', handle: () => ({ ...NOTHING, status: 200 }) });
    expect(await statusFor(api, 'evil.example', '/docs')).toBe(421);
    expect(await statusFor(api, 'evil.example', '/rpc/ping')).toBe(421);
    expect(await statusFor(api, 'evil.example', '/other')).toBe(404);
  });
});

const NOTHING = { body: undefined, contentType: undefined, headers: undefined, onSent: undefined };

test('an api without allowedHosts serves requests for any host', async () => {
  expect(await statusFor(apiOf(), 'evil.example')).toBe(200);
  expect(await statusFor(apiOf(), undefined)).toBe(200);
});

test.each<[unknown, string]>([
  ['localhost', 'Api: allowedHosts must be an array of at least one host name, not "localhost"'],
  [[], 'Api: allowedHosts must be an array of at least one host name, not an array'],
  [[3000], 'Api: allowedHosts[0] must be a host name, not 3000'],
  [['*.bank.example'], 'Api: allowedHosts[0] must be a host name, not "*.bank.example". Write'],
  [
    ['https://bank.example'],
    'Api: allowedHosts[0] must be a host name, not "https://bank.example"',
  ],
  [['a.example', 'bank.example/rpc'], 'Api: allowedHosts[1] must be a host name'],
  [['::1'], "Write 'api.bank.example', 'localhost:3000' or '[::1]'"],
])('an api rejects the option allowedHosts with the value %j', (allowedHosts, message) => {
  expect(() => new Api({ allowedHosts } as ApiOptions)).toThrow(message);
});
