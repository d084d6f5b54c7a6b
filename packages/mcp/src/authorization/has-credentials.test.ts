import type { SecurityScheme } from '@jsonrpc-kit/core/description';
import { expect, test } from 'vitest';
import { hasCredentials } from './has-credentials.js';

const bearer: SecurityScheme = { type: 'http', scheme: 'bearer' };
const apiKey: SecurityScheme = { type: 'apiKey', in: 'header', name: 'X-Key' };
const session: SecurityScheme = { type: 'apiKey', in: 'cookie', name: 'sid' };

const oneOf = (isOptional: boolean, ...schemes: readonly SecurityScheme[]) => ({
  isOptional,
  schemes: schemes.map((scheme) => ({ schemeName: scheme.type, scheme })),
});

test.each([
  ['no requirement', [], {}, true],
  ['an optional credential', [oneOf(true, bearer)], {}, true],
  ['a missing bearer token', [oneOf(false, bearer)], {}, false],
  ['a bearer token', [oneOf(false, bearer)], { authorization: 'BEARER x' }, true],
  ['another scheme', [oneOf(false, bearer)], { authorization: 'Basic x' }, false],
  ['a key', [oneOf(false, apiKey)], { 'x-key': '' }, true],
  ['one of two', [oneOf(false, bearer, apiKey)], { 'x-key': 'k' }, true],
  [
    'one of two that are both required',
    [oneOf(false, bearer), oneOf(false, apiKey)],
    { 'x-key': 'k' },
    false,
  ],
  ['a cookie', [oneOf(false, session)], { cookie: 'a=b; sid=1' }, true],
  ['a cookie with a similar name', [oneOf(false, session)], { cookie: 'asid=1' }, false],
])('finds credentials for %s', (_, requirements, headers: Record<string, string>, expected) => {
  const request = {
    verb: 'POST',
    path: '/mcp',
    header: (name: string) => headers[name],
    readBody: () => ({ kind: 'text' as const, text: '' }),
    signal: new AbortController().signal,
    native: undefined,
  };
  expect(hasCredentials(request, requirements)).toBe(expected);
});
