import { Api, Entrypoint, JsonRpcRequest } from '@jsonrpc-kit/core';
import type { NotificationQueue } from '@jsonrpc-kit/core/adapter';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { expectLinted, expectValidOpenApi, expectValidOpenRpc } from '../../test/expect-valid.js';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from '../openrpc/openrpc.js';

const queue: NotificationQueue = {
  name: 'emails',
  receiver: () => ({ args: {}, dependencies: [], handler: () => undefined }),
};

function createApi(): Api {
  const mail = new Entrypoint('/mail');
  mail.method('send', { notifications: { queue } }, () => null);
  const other = new Entrypoint('/other');
  other.method('ping', {}, () => 'pong');
  return new Api({ title: 'Mail', version: '1.0.0' }).bindEntrypoint(mail).bindEntrypoint(other);
}

test('the OpenAPI document marks a durable method, and lists the statuses of its notifications', async () => {
  const document = openapi(createApi());
  await expectValidOpenApi(document);
  await expectLinted(document, 'recommended');
  const post = (path: string) => document.paths[path]?.post;
  expect(post('/mail/send')?.['x-durable']).toBe(true);
  expect(post('/other/ping')).not.toHaveProperty('x-durable');
  const statuses = (path: string): string[] => Object.keys(post(path)?.responses ?? {});
  expect(statuses('/mail/send')).toContain('422');
  expect(statuses('/mail')).toContain('422');
  expect(statuses('/other')).not.toContain('422');
  const [stored, other] = ['/mail/send', '/other'].map((path) => post(path)?.responses['503']);
  expect(stored).toMatchObject({
    description: expect.stringContaining('could not be stored') as string,
  });
  expect(other).toEqual({ $ref: '#/components/responses/Unavailable' });
});

test('the OpenRPC document marks a durable method', async () => {
  const document = openrpc(createApi());
  expectValidOpenRpc(document);
  expect(document.methods.map((method) => [method.name, method['x-durable']])).toEqual([
    ['send', true],
    ['ping', undefined],
  ]);
});

test('a method that rejects notifications is marked, and needs an id', async () => {
  const pay = new Entrypoint('/pay', {
    requestSchema: v.strictObject({ ...JsonRpcRequest.entries, id: v.string() }),
  });
  pay.method('pay', { notifications: 'reject' }, () => null);
  const rpc = new Entrypoint('/rpc');
  rpc.method('refund', { notifications: 'reject' }, () => null);
  rpc.method('ping', {}, () => 'pong');
  const api = new Api({ title: 'Bank', version: '1.0.0' }).bindEntrypoint(pay).bindEntrypoint(rpc);

  const document = openapi(api);
  await expectValidOpenApi(document);
  await expectLinted(document, 'recommended');
  const marks = Object.entries(document.paths).map(([path, { post }]) => [
    path,
    post['x-notifications'],
    '204' in post.responses,
  ]);
  expect(marks).toEqual([
    ['/pay', undefined, false],
    ['/pay/pay', 'reject', false],
    ['/rpc', undefined, true],
    ['/rpc/refund', 'reject', false],
    ['/rpc/ping', undefined, true],
  ]);
  const required = (name: string) => document.components.schemas[`${name}.Request`]?.['required'];
  expect(required('pay')).toEqual(['jsonrpc', 'id', 'method']);
  expect(required('refund')).toEqual(['jsonrpc', 'id', 'method']);
  expect(required('ping')).toEqual(['jsonrpc', 'method']);

  const { methods } = openrpc(api);
  expectValidOpenRpc(openrpc(api));
  expect(methods).toMatchObject([
    { name: 'pay', 'x-notifications': 'reject' },
    { name: 'refund', 'x-notifications': 'reject' },
    { name: 'ping' },
  ]);
  expect(methods[2]).not.toHaveProperty('x-notifications');
});
