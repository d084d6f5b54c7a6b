import { Api, Entrypoint, type Logger, type MethodOptions, params } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { notification, post } from '../../test/notify.js';
import { jobStore, queue } from '../jobs.js';
import type { DurableNotification } from './notification-receiver.js';

const emails = queue('emails', { ordered: true });
let stored: DurableNotification[];
let problems: unknown[];
beforeEach(() => {
  stored = [];
  problems = [];
});

/** Serves the entrypoint with a store that only notes the notifications. */
function serve(v1: Entrypoint): Api {
  const logger: Logger = {
    warn: () => undefined,
    error: (details) => void problems.push(details),
  };
  const api = new Api({ logger }).bindEntrypoint(v1);
  const unused = (): never => {
    throw new TypeError('Not part of the test');
  };
  api.provide(jobStore, {
    add: async (one) => void stored.push(one),
    enqueue: unused,
    retryDeadLetters: unused,
  });
  return api;
}

function serveOrdered(
  orderBy: () => unknown,
  options: Partial<MethodOptions<Record<never, never>, undefined, []>> = {},
): Api {
  const v1 = new Entrypoint('/rpc');
  const notifications = { queue: emails, orderBy: orderBy as () => string };
  v1.method('note', { ...options, notifications }, () => undefined);
  return serve(v1);
}

describe('the order of a job', () => {
  test('is that of the named params when they are sent by position', async () => {
    const v1 = new Entrypoint('/rpc', { paramStructure: 'either' });
    const args = { to: v.string(), host: v.string() };
    v1.method(
      'email',
      { args, notifications: { queue: emails, orderBy: ({ to }) => to } },
      () => undefined,
    );
    const sent = { jsonrpc: '2.0', method: 'email', params: ['bob@example.org', 'mx'] };
    expect((await post(serve(v1), sent)).status).toBe(204);
    expect(stored).toMatchObject([{ order: 'bob@example.org', params: sent.params }]);
  });

  test.each([
    ['a string', () => '7'],
    ['a number', () => 7],
    ['a bigint', () => 7n],
  ])('is the text of a value when orderBy returns %s', async (_, orderBy) => {
    const api = serveOrdered(orderBy);
    expect((await post(api, notification('note', {}))).status).toBe(204);
    expect(stored).toMatchObject([{ order: '7', method: { name: 'note' } }]);
  });

  test.each<[string, () => unknown]>([
    ['undefined', () => undefined],
    ['NaN', () => Number.NaN],
    ['true', () => true],
    ['an object', () => Promise.reject(new Error('No order'))],
  ])('prevents the job from being stored when orderBy returns %s', async (value, orderBy) => {
    const api = serveOrdered(orderBy);
    expect((await post(api, notification('note', {}))).status).toBe(503);
    expect(stored).toEqual([]);
    expect(problems).toMatchObject([
      {
        err: {
          message: `method "note": notifications.orderBy must return a string or a number, not ${value}.`,
        },
      },
    ]);
  });
});

test('params() is validated before a job is stored, without a caller and an order', async () => {
  const v1 = new Entrypoint('/rpc');
  const all = params(v.object({ a: v.number() }));
  v1.method('note', { args: { all }, notifications: { queue: queue('notes') } }, () => undefined);
  const api = serve(v1);
  expect((await post(api, notification('note', { a: 1 }))).status).toBe(204);
  expect((await post(api, notification('note', { a: '1' }))).status).toBe(422);
  expect(stored).toMatchObject([{ params: { a: 1 }, caller: undefined, order: undefined }]);
});
