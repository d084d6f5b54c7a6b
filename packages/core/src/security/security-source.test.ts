import { Buffer } from 'node:buffer';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { notification, post, request } from '../../test/in-process.js';
import {
  Api,
  apiKeyCookie,
  apiKeyHeader,
  dependency,
  Entrypoint,
  httpBasic,
  httpBearer,
} from '../index.js';
import type { Source } from '../types.js';

let ran: boolean;

beforeEach(() => {
  ran = false;
});

/** Calls a method that reads the credential, and returns the response. */
async function call(credential: Source, headers: Record<string, string>, params: object = {}) {
  const entrypoint = new Entrypoint('/rpc');
  const user = dependency({ credential }, (args) => args.credential);
  entrypoint.method(
    'whoAmI',
    { args: { amount: v.optional(v.number()), user } },
    ({ user: own }) => {
      ran = true;
      return own;
    },
  );
  const api = new Api().bindEntrypoint(entrypoint);
  const { status, json, response } = await post(api, '/rpc', request('whoAmI', params), {
    headers,
  });
  return { status, json, headers: Object.fromEntries(response.headers ?? []) };
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const notAuthenticated = { status: 401, json: { detail: 'Not authenticated' } };

describe('httpBasic()', () => {
  test.each([
    ['Basic', 'Aladdin:open sesame', { username: 'Aladdin', password: 'open sesame' }],
    ['basic', 'test:123\u00a3', { username: 'test', password: '123\u00a3' }],
    ['BASIC', 'a:b:c', { username: 'a', password: 'b:c' }],
    ['Basic ', ':', { username: '', password: '' }],
    ['Basic', '\ufeffa:b', { username: '\ufeffa', password: 'b' }],
  ])('reads %s %j', async (scheme, credentials, expected) => {
    const authorization = `${scheme} ${base64(credentials)}`;
    expect((await call(httpBasic(), { authorization })).json).toMatchObject({ result: expected });
  });

  test.each([
    {},
    { authorization: '' },
    { authorization: 'Basic' },
    { authorization: `Basic ${base64('no colon')}` },
    { authorization: 'Basic %%%' },
    { authorization: `Basic ${Buffer.from([0xff, 0x3a, 0x62]).toString('base64')}` },
    { authorization: `Bearer ${base64('a:b')}` },
    { authorization: base64('a:b') },
  ])('ends the exchange with 401 for %j', async (headers) => {
    const { headers: sent, ...rest } = await call(httpBasic({ realm: 'a "b"' }), headers);
    expect(rest).toEqual(notAuthenticated);
    expect(sent).toEqual({
      'www-authenticate': String.raw`Basic realm="a \"b\"", charset="UTF-8"`,
    });
    expect(ran).toBe(false);
  });

  test('rejects a realm that is not printable ASCII', () => {
    expect(() => httpBasic({ realm: 'b\r\nx: y' })).toThrow(
      'httpBasic(): realm must consist of printable ASCII characters, unlike "b\\r\\nx: y". Use',
    );
  });
});

describe('httpBearer()', () => {
  test('reads the token', async () => {
    const { json } = await call(httpBearer(), { authorization: 'bearer mF_9.B5f-4.1JqM' });
    expect(json).toMatchObject({ result: 'mF_9.B5f-4.1JqM' });
  });

  test.each([{}, { authorization: 'Bearer ' }, { authorization: 'Bearer a b' }])(
    'ends the exchange with 401 for %j',
    async (headers) => {
      const { headers: sent, ...rest } = await call(httpBearer(), headers);
      expect(rest).toEqual(notAuthenticated);
      expect(sent).toEqual({ 'www-authenticate': 'Bearer realm="JSON-RPC"' });
    },
  );

  test('rejects a realm that is not printable ASCII', () => {
    expect(() => httpBearer({ realm: '\u20ac' })).toThrow(
      'httpBearer(): realm must consist of printable ASCII characters',
    );
  });
});

describe('an API key', () => {
  test('is read from its header regardless of case', async () => {
    const { json } = await call(apiKeyHeader('X-Api-Key'), { 'x-api-key': 'k' });
    expect(json).toMatchObject({ result: 'k' });
  });

  test('is read from its cookie', async () => {
    const { json } = await call(apiKeyCookie('session'), { cookie: 'a=b; session=k' });
    expect(json).toMatchObject({ result: 'k' });
  });

  test.each<[string, Source, Record<string, string>]>([
    ['a missing header', apiKeyHeader('x-api-key'), {}],
    ['an empty header', apiKeyHeader('x-api-key'), { 'x-api-key': '' }],
    ['an empty cookie', apiKeyCookie('session'), { cookie: 'session=' }],
    ['a missing cookie', apiKeyCookie('toString'), { cookie: 'session=k' }],
  ])('ends the exchange with 401 for %s', async (_, source, headers) => {
    expect(await call(source, headers)).toEqual({ ...notAuthenticated, headers: {} });
  });

  test.each(['', 'a b', 'a:b', 'a\n'])('cannot have the name %j', (name) => {
    expect(() => apiKeyHeader(name)).toThrow(
      `apiKeyHeader(): HTTP doesn't allow a header named ${JSON.stringify(name)}. Use letters`,
    );
    expect(() => apiKeyCookie(name)).toThrow(
      `apiKeyCookie(): HTTP doesn't allow a cookie named ${JSON.stringify(name)}. Use letters`,
    );
  });
});

test('a client without a credential learns nothing about the parameters', async () => {
  expect(await call(httpBearer(), {}, { amount: 'wrong' })).toMatchObject(notAuthenticated);
  const headers = { authorization: 'Bearer t' };
  expect(await call(httpBearer(), headers, { amount: 'wrong' })).toMatchObject({
    status: 200,
    json: { error: { code: -32602 } },
  });
});

test('without a credential that the entrypoint needs, no call of a batch runs', async () => {
  const entrypoint = new Entrypoint('/rpc', {
    messageDependencies: [dependency({ token: httpBearer() }, ({ token }) => token)],
  });
  entrypoint.method('ping', {}, () => {
    ran = true;
  });
  const api = new Api().bindEntrypoint(entrypoint);
  const batch = [request('ping'), notification('ping')];
  expect((await post(api, '/rpc', batch)).json).toMatchObject([{ error: { code: -32013 } }]);
  expect(await post(api, '/rpc', request('ping'))).toMatchObject(notAuthenticated);
  expect(ran).toBe(false);
});
