import { Api, Entrypoint } from '@jsonrpc-kit/core';
import type { NotificationQueue } from '@jsonrpc-kit/core/adapter';
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
