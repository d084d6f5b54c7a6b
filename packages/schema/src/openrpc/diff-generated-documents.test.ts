import {
  Api,
  apiKeyHeader,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  header,
  httpBearer,
} from '@jsonrpc-kit/core';
import type { IdempotencyGuard, NotificationQueue } from '@jsonrpc-kit/core/adapter';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { diff } from '@jsonrpc-kit/openrpc/diff';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { openrpc } from './openrpc.js';

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

/** The document of two entrypoints with a method of the same name. */
function versionedDocument(v1Args: Args, v2Args: Args): object {
  const [v1, v2] = [new Entrypoint('/v1'), new Entrypoint('/v2')];
  v1.method('pay', v1Args, () => null);
  v2.method('pay', v2Args, () => null);
  return openrpc(new Api().bindEntrypoint(v1).bindEntrypoint(v2));
}

test('compares each of the methods that have the same name in several entrypoints', () => {
  const amount = { args: { amount: v.number() } };
  const old = versionedDocument({ deprecated: true }, {});
  expect(diff(old, old)).toEqual([]);
  expect(diff(old, versionedDocument({ deprecated: true }, amount))).toMatchObject([
    {
      rule: 'param-added-required',
      method: 'pay',
      entrypoint: '/v2',
      newPointer: '/x-methods-of-same-name/0/params/0',
    },
  ]);
  const onlyNew = new Entrypoint('/v2');
  onlyNew.method('pay', {}, () => null);
  expect(diff(old, openrpc(new Api().bindEntrypoint(onlyNew)))).toMatchObject([
    { rule: 'deprecated-method-removed', method: 'pay', entrypoint: '/v1' },
  ]);
});

test('reports the path of an Api with one entrypoint', () => {
  const at = (path: string): object => {
    const entrypoint = new Entrypoint(path);
    entrypoint.method('pay', {}, () => null);
    return openrpc(new Api().bindEntrypoint(entrypoint));
  };
  expect(diff(at('/v1'), at('/v2'))).toMatchObject([
    { rule: 'path-changed', oldPointer: '/x-entrypoints/0/path' },
  ]);
});

function limitedDocument(options: EntrypointOptions, timeout?: number): object {
  const entrypoint = new Entrypoint('/rpc', options);
  entrypoint.method('pay', { timeout }, () => null);
  entrypoint.method('refund', {}, () => null);
  return openrpc(entrypoint);
}

test('reports a lowered limit of an Entrypoint once, and a lowered limit of a method at the method', () => {
  const old = limitedDocument({});
  expect(
    diff(old, limitedDocument({ limits: { maxBatchSize: 10, maxBodyBytes: 2 ** 21 } })),
  ).toMatchObject([
    { rule: 'limit-raised', method: undefined, newPointer: '/x-limits/maxBodyBytes' },
    { rule: 'limit-lowered', method: undefined, newPointer: '/x-limits/maxBatchSize' },
  ]);
  expect(diff(old, limitedDocument({}, 1_000))).toMatchObject([
    { rule: 'limit-lowered', method: 'pay', newPointer: '/methods/0/x-limits/timeout' },
  ]);
  const limit = rateLimit({ points: 10, duration: 1, key: () => 'client' });
  expect(rulesOf(old, limitedDocument({ rateLimit: limit }))).toEqual(['limit-lowered']);
});

test('finds nothing that breaks when an optional parameter is added to a method of an Api', () => {
  const old = documentOf({ args: { amount: v.number() } });
  const next = documentOf({ args: { amount: v.number(), note: v.optional(v.string()) } });
  expect(rulesOf(old, next)).toEqual(['param-added-optional']);
});

test('compares the event of a subscription as what clients receive', () => {
  const withEvent = (event: v.GenericSchema): object => {
    const entrypoint = new Entrypoint('/rpc');
    entrypoint.subscription('movements', { event }, async function* () {});
    return openrpc(entrypoint);
  };
  const amount = withEvent(v.object({ amount: v.number() }));
  const nullable = withEvent(v.object({ amount: v.nullable(v.number()) }));
  const empty = withEvent(v.object({}));
  expect(rulesOf(amount, nullable)).toEqual(['result-nullable']);
  expect(rulesOf(nullable, amount)).toEqual(['result-narrowed']);
  expect(rulesOf(amount, empty)).toEqual(['result-member-removed']);
  expect(rulesOf(empty, amount)).toEqual(['result-member-added', 'result-narrowed']);
  expect(diff(amount, openrpc(new Entrypoint('/rpc')))).toMatchObject([
    { rule: 'method-removed', method: 'movements.subscribe' },
    { rule: 'method-removed', method: 'movements.unsubscribe' },
    { rule: 'event-removed', method: 'movements' },
  ]);
});

test('reports a renamed method whose result has a title that is derived from its name', () => {
  const named = (name: string): object => {
    const entrypoint = new Entrypoint('/rpc');
    const result = v.array(v.object({ balance: v.number() }));
    entrypoint.method(name, { args: { to: v.object({ id: v.string() }) }, result }, () => []);
    return openrpc(entrypoint);
  };
  expect(JSON.stringify(named('withdraw'))).toContain('"title":"WithdrawResult"');
  expect(rulesOf(named('withdraw'), named('payOut'))).toEqual(['method-renamed']);
});

test('reports that a method is no longer idempotent, or requires a key', () => {
  const transaction = dependency({}, () => 1);
  const idempotent = (isRequired: boolean): object => {
    const key = { member: 'idempotencyKey', isRequired, maxLength: 255 } as const;
    const guard: IdempotencyGuard = {
      ...transaction,
      errors: [],
      key,
      checkMethod: () => undefined,
    };
    return documentOf({ args: { tx: transaction }, idempotent: guard });
  };
  const plain = documentOf({});
  const [optional, required] = [idempotent(false), idempotent(true)];
  expect(rulesOf(optional, plain)).toEqual(['idempotency-removed']);
  expect(rulesOf(optional, required)).toEqual(['idempotency-key-required']);
  expect(rulesOf(required, optional)).toEqual(['idempotency-key-optional']);
  expect(rulesOf(plain, optional)).toEqual(['header-added-optional', 'idempotency-added']);
  expect(rulesOf(plain, required)).toContain('idempotency-key-required');
});

test('reports that the notifications of a method are no longer durable', () => {
  const queue: NotificationQueue = {
    name: 'emails',
    receiver: () => ({ args: {}, dependencies: [], handler: () => undefined }),
  };
  const durable = documentOf({ notifications: { queue } });
  expect(rulesOf(durable, documentOf({}))).toEqual(['durability-removed']);
  expect(rulesOf(documentOf({}), durable)).toEqual(['durability-added']);
});
