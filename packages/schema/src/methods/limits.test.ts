import { Api, Entrypoint, type EntrypointOptions } from '@jsonrpc-kit/core';
import { rateLimit, type RateLimitStore } from '@jsonrpc-kit/core/rate-limit';
import { expect, test } from 'vitest';
import type { Limits } from '@jsonrpc-kit/openrpc';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from '../openrpc/openrpc.js';

const defaults: Limits = { maxBodyBytes: 1024 * 1024, maxBatchSize: 1000, timeout: 60_000 };
const key = (): string => 'client';
const points = { points: 100, duration: 60, key };

function entrypoint(options: EntrypointOptions = {}): Entrypoint {
  const one = new Entrypoint('/rpc', options);
  one.method('ping', {}, () => 'pong');
  return one;
}

const limitsOf = (options: EntrypointOptions): Limits | undefined =>
  openrpc(entrypoint(options))['x-limits'];

test('the document of an api has the limits that all its methods share', () => {
  expect(limitsOf({})).toEqual(defaults);
  expect(limitsOf({ limits: { maxBodyBytes: 9, maxBatchSize: 8 }, timeout: 7 })).toEqual({
    maxBodyBytes: 9,
    maxBatchSize: 8,
    timeout: 7,
  });
});

test('the API schemas leave out limits that are Infinity', () => {
  const limits = { maxBodyBytes: Infinity, maxBatchSize: Infinity };
  const options = { limits, timeout: Infinity };
  expect(limitsOf(options)).toBeUndefined();
  expect(JSON.stringify(openapi(new Api().bindEntrypoint(entrypoint(options))))).not.toMatch(
    /"max\w+":null/,
  );
});

test('a method has the limits that it does not share with all others', () => {
  const one = entrypoint({ rateLimit: rateLimit(points) });
  one.method('report', { timeout: 300_000, cost: 50 }, () => null);
  const { methods, 'x-limits': shared } = openrpc(one);
  const { timeout, ...others } = defaults;
  expect(shared).toEqual(others);
  expect(methods.map((method) => method['x-limits'])).toEqual([
    { timeout, rateLimit: { calls: 100, seconds: 60 } },
    { timeout: 300_000, rateLimit: { calls: 2, seconds: 60 } },
  ]);
});

test('a method has its own rate limit beside that of its entrypoint, and the status 429', () => {
  const one = entrypoint();
  one.method('login', { rateLimit: rateLimit({ ...points, points: 5 }) }, () => null);
  const [, login] = openrpc(one).methods;
  expect(login?.['x-limits']).toEqual({ methodRateLimit: { calls: 5, seconds: 60 } });
  const { paths } = openapi(new Api().bindEntrypoint(one));
  const has429 = (path: string): boolean => '429' in (paths[path]?.post.responses ?? {});
  expect([has429('/rpc'), has429('/rpc/login'), has429('/rpc/ping')]).toEqual([true, true, false]);
});

test('both rate limits of a method are in calls of that method', () => {
  const one = new Entrypoint('/rpc', { rateLimit: rateLimit({ ...points, duration: 86_400 }) });
  const own = rateLimit({ ...points, points: 1_000 });
  one.method('pay', { rateLimit: own, cost: 3 }, () => null);
  expect(openrpc(one)['x-limits']).toEqual({
    ...defaults,
    rateLimit: { calls: 33, seconds: 86_400 },
    methodRateLimit: { calls: 333, seconds: 60 },
  });
});

test('a limit that does not exist is absent', () => {
  const { timeout: _, ...others } = defaults;
  expect(limitsOf({ timeout: Infinity })).toEqual(others);
  const one = new Entrypoint('/rpc', { rateLimit: rateLimit(points) });
  one.method('ping', { cost: 0 }, () => 'pong');
  expect(openrpc(one)['x-limits']).toEqual(defaults);
});

test('the rate limit of a store that does not publish its points has no numbers', () => {
  const consume: RateLimitStore['consume'] = async (_, consumedPoints) => ({
    msBeforeNext: 0,
    remainingPoints: 1,
    consumedPoints,
  });
  expect(limitsOf({ rateLimit: rateLimit({ key, store: { consume } }) })?.rateLimit).toEqual({});
  const store = { consume, points: 5, duration: 1 };
  expect(limitsOf({ rateLimit: rateLimit({ key, store }) })?.rateLimit).toEqual({
    calls: 5,
    seconds: 1,
  });
});

test('in OpenAPI each path has its limits, and the path of a method accepts no batch', () => {
  const { paths } = openapi(new Api().bindEntrypoint(entrypoint({ timeout: 7 })));
  expect(paths['/rpc']?.post['x-limits']).toEqual({ ...defaults, timeout: 7 });
  const { maxBatchSize: _, ...others } = defaults;
  expect(paths['/rpc/ping']?.post['x-limits']).toEqual({ ...others, timeout: 7 });
});
