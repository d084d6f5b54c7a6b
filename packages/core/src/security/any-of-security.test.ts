import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { postJson, serve } from '../../test/call.js';
import { request } from '../../test/in-process.js';
import {
  anyOfSecurity,
  apiKeyCookie,
  apiKeyHeader,
  Entrypoint,
  httpBasic,
  httpBearer,
} from '../index.js';
import type { SecuritySources, Source } from '../types.js';

/** Returns the credential that a method receives, or the response if the method does not run. */
async function credentialFor(credential: Source, headers: Record<string, string>) {
  const rpc = new Entrypoint('/rpc');
  rpc.method('whoAmI', { args: { credential } }, (args) => ({ credential: args.credential }));
  const response = await postJson(serve(rpc).api, request('whoAmI'), { headers });
  const { result } = response.json as { result?: { credential?: unknown } };
  return { ...response, result };
}

const login = {
  token: httpBearer({ realm: 'bank' }),
  user: httpBasic({ realm: 'bank' }),
  session: apiKeyCookie('session'),
};

describe('anyOfSecurity()', () => {
  test.each([
    [{ authorization: 'Bearer t' }, { scheme: 'token', credential: 't' }],
    [{ cookie: 'session=s' }, { scheme: 'session', credential: 's' }],
    [
      { authorization: 'Bearer t', cookie: 'session=s' },
      { scheme: 'token', credential: 't' },
    ],
    [
      { authorization: `Basic ${Buffer.from('a:b').toString('base64')}`, cookie: 'session=s' },
      { scheme: 'user', credential: { username: 'a', password: 'b' } },
    ],
    [
      { authorization: 'Digest x', cookie: 'session=s' },
      { scheme: 'session', credential: 's' },
    ],
  ])('reads the first credential of %j with its name', async (headers, expected) => {
    expect((await credentialFor(anyOfSecurity(login), headers)).result).toEqual({
      credential: expected,
    });
  });

  test.each([{}, { cookie: 'session=' }, { authorization: 'Bearer' }])(
    'ends the exchange with 401 and all challenges for %j',
    async (headers) => {
      const { status, json, headers: sent } = await credentialFor(anyOfSecurity(login), headers);
      expect({ status, json }).toEqual({ status: 401, json: { detail: 'Not authenticated' } });
      expect(sent.get('www-authenticate')).toBe(
        'Bearer realm="bank", Basic realm="bank", charset="UTF-8"',
      );
    },
  );

  test('ends the exchange with 401 and no challenge if none of its schemes has one', async () => {
    const keys = { header: apiKeyHeader('x-api-key'), cookie: apiKeyCookie('key') };
    const { status, headers } = await credentialFor(anyOfSecurity(keys), {});
    expect([status, headers.get('www-authenticate')]).toEqual([401, null]);
  });

  test('is undefined without a credential if it is optional', async () => {
    const source = anyOfSecurity(login, { optional: true });
    expect((await credentialFor(source, {})).result).toEqual({});
    expect((await credentialFor(source, { cookie: 'session=s' })).result).toEqual({
      credential: { scheme: 'session', credential: 's' },
    });
  });

  test('can be an alternative of another anyOfSecurity()', async () => {
    const keys = { header: apiKeyHeader('x-api-key'), cookie: apiKeyCookie('key') };
    const source = anyOfSecurity({ token: httpBearer(), key: anyOfSecurity(keys) });
    expect((await credentialFor(source, { cookie: 'key=k' })).result).toEqual({
      credential: { scheme: 'key', credential: { scheme: 'cookie', credential: 'k' } },
    });
    expect(source.security.schemes.map(({ schemeName }) => schemeName)).toEqual([
      'httpBearer',
      'apiKey.x-api-key',
      'apiKey.key',
    ]);
  });

  const invalidSources: readonly (readonly [unknown, string])[] = [
    [
      {},
      'the first argument must be an object with at least two credentials, not an object. Write',
    ],
    [{ token: httpBearer() }, 'the first argument must be an object with at least two credentials'],
    [[httpBearer(), httpBasic()], 'the first argument must be an object'],
    [
      httpBearer(),
      'the first argument must be an object with at least two credentials, not one cred',
    ],
    [
      undefined,
      'the first argument must be an object with at least two credentials, not undefined',
    ],
    [{ ...login, key: 'x-key' }, `"key" isn't a credential. Write httpBearer()`],
    [{ ...login, key: httpBearer }, `"key" isn't a credential. Write httpBearer()`],
    [
      { ...login, key: apiKeyHeader('k', { optional: true }) },
      '"key" is optional. Write anyOfSecurity({ … }, { optional: true }) instead.',
    ],
  ];
  test.each(invalidSources.map(([sources, message]) => [message, sources] as const))(
    'rejects invalid sources with the message: %s',
    (message, sources) => {
      expect(() => anyOfSecurity(sources as SecuritySources)).toThrow(
        `anyOfSecurity(): ${message}`,
      );
    },
  );
});

describe('an optional credential', () => {
  test.each([
    ['httpBearer()', httpBearer({ optional: true }), { authorization: 'Bearer t' }, 't'],
    ['apiKeyHeader()', apiKeyHeader('x-key', { optional: true }), { 'x-key': 'k' }, 'k'],
    ['apiKeyCookie()', apiKeyCookie('key', { optional: true }), { cookie: 'key=k' }, 'k'],
    [
      'httpBasic()',
      httpBasic({ optional: true }),
      { authorization: 'Basic YTpi' },
      { username: 'a', password: 'b' },
    ],
  ])('is undefined for a request without it: %s', async (_, source, headers, expected) => {
    expect((await credentialFor(source, headers)).result).toEqual({ credential: expected });
    expect(await credentialFor(source, {})).toMatchObject({ status: 200, result: {} });
    expect(
      await credentialFor(source, { authorization: 'Digest x', cookie: 'key=' }),
    ).toMatchObject({ status: 200, result: {} });
  });
});
