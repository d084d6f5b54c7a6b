import {
  Api,
  apiKeyHeader,
  Entrypoint,
  type EntrypointOptions,
  header,
  httpBearer,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openrpc } from '../openrpc/openrpc.js';
import { diff } from './diff.js';

type Args = Parameters<Entrypoint['method']>[1];

function documentOf(options: Args, path = '/rpc'): object {
  const entrypoint = new Entrypoint(path);
  entrypoint.method('pay', options, () => null);
  // The document of several entrypoints has the path of each method.
  const other = new Entrypoint('/other');
  return openrpc(new Api().bindEntrypoint(entrypoint).bindEntrypoint(other));
}

const rulesOf = (old: object, next: object): readonly string[] =>
  diff(old, next).map(({ rule }) => rule);

test('reports a header, a credential and a path that the methods of an Api need', () => {
  const plain = documentOf({});
  const withHeader = documentOf({ args: { tenant: header(v.string()) } });
  const withBearer = documentOf({ args: { token: httpBearer() } });
  const withKey = documentOf({ args: { key: apiKeyHeader('X-Key') } });
  expect(rulesOf(plain, withHeader)).toEqual(['header-added-required']);
  expect(rulesOf(plain, withBearer)).toContain('credential-required');
  expect(rulesOf(withBearer, withKey)).toContain('credential-scheme-changed');
  expect(rulesOf(plain, documentOf({}, '/v2'))).toContain('path-changed');
  expect(rulesOf(withKey, withKey)).toEqual([]);
});

function limitedDocument(options: EntrypointOptions, timeout?: number): object {
  const entrypoint = new Entrypoint('/rpc', options);
  entrypoint.method('pay', { timeout }, () => null);
  entrypoint.method('refund', {}, () => null);
  return openrpc(entrypoint);
}

test('reports a lowered limit of an Entrypoint once, and a lowered limit of a method at the method', () => {
  const old = limitedDocument({});
  expect(diff(old, limitedDocument({ maxBatchSize: 10, maxBodyBytes: 2 ** 21 }))).toMatchObject([
    { rule: 'limit-raised', method: undefined, newPointer: '/x-limits/maxBodyBytes' },
    { rule: 'limit-lowered', method: undefined, newPointer: '/x-limits/maxBatchSize' },
  ]);
  expect(diff(old, limitedDocument({}, 1_000))).toMatchObject([
    { rule: 'limit-lowered', method: 'pay', newPointer: '/methods/0/x-limits/timeout' },
  ]);
  const rateLimit = { points: 10, duration: 1, key: () => 'client' };
  expect(rulesOf(old, limitedDocument({ rateLimit }))).toEqual(['limit-lowered']);
});

test('finds nothing that breaks when an optional parameter is added to a method of an Api', () => {
  const old = documentOf({ args: { amount: v.number() } });
  const next = documentOf({ args: { amount: v.number(), note: v.optional(v.string()) } });
  expect(rulesOf(old, next)).toEqual(['param-added-optional']);
});
