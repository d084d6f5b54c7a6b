// oxlint-disable vitest/expect-expect -- comments expect the errors of the compiler
import { expectTypeOf, test } from 'vitest';
import {
  anyOfSecurity,
  apiKeyCookie,
  apiKeyHeader,
  dependency,
  httpBasic,
  httpBearer,
} from '../index.js';
import type { BasicCredentials, SecuritySource } from '../types.js';

test('the credential of anyOfSecurity() is narrowed by its scheme', () => {
  const login = anyOfSecurity({ token: httpBearer(), user: httpBasic() });
  dependency({ login }, (args) => {
    expectTypeOf(args.login.scheme).toEqualTypeOf<'token' | 'user'>();
    if (args.login.scheme === 'token') expectTypeOf(args.login.credential).toEqualTypeOf<string>();
    else expectTypeOf(args.login.credential).toEqualTypeOf<BasicCredentials>();
  });
});

test('an optional anyOfSecurity() may be undefined', () => {
  const sources = { token: httpBearer(), session: apiKeyCookie('session') };
  dependency({ login: anyOfSecurity(sources, { optional: true }) }, ({ login }) => {
    expectTypeOf(login?.scheme).toEqualTypeOf<'token' | 'session' | undefined>();
  });
});

test('an optional credential may be undefined', () => {
  type Maybe<Value> = SecuritySource<Value | undefined>;
  const optional = true as const;
  expectTypeOf(httpBearer({ optional })).toEqualTypeOf<Maybe<string>>();
  expectTypeOf(httpBasic({ optional })).toEqualTypeOf<Maybe<BasicCredentials>>();
  expectTypeOf(apiKeyHeader('k', { optional })).toEqualTypeOf<Maybe<string>>();
  const depends = (isOptional: boolean) => apiKeyCookie('k', { optional: isOptional });
  expectTypeOf(depends).returns.toEqualTypeOf<Maybe<string>>();
  expectTypeOf(httpBearer({ optional: false })).toEqualTypeOf<SecuritySource<string>>();
  expectTypeOf(httpBearer({ realm: 'bank' })).toEqualTypeOf<SecuritySource<string>>();
});

test('anyOfSecurity() accepts only required credentials', () => {
  const optional = httpBearer({ optional: true });
  // @ts-expect-error -- only anyOfSecurity() itself can be optional
  anyOfSecurity({ token: optional, session: apiKeyCookie('session') });
  const keys = anyOfSecurity({ header: apiKeyHeader('key'), cookie: apiKeyCookie('key') });
  anyOfSecurity({ token: httpBearer(), keys });
  // @ts-expect-error -- a string is not a credential
  anyOfSecurity({ token: httpBearer(), key: 'x-key' });
});
