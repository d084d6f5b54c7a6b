import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  header,
  JsonRpcRequest,
} from '@jsonrpc-kit/core';
import type { IdempotencyGuard } from '@jsonrpc-kit/core/adapter';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { expectLinted, expectValidOpenApi, expectValidOpenRpc } from '../../test/expect-valid.js';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from '../openrpc/openrpc.js';

class Conflict extends defineError({ code: 6009, message: 'Conflict' }) {}

const transaction = dependency({}, () => 1);
const guard = (isRequired: boolean): IdempotencyGuard => ({
  ...transaction,
  errors: [Conflict],
  key: { member: 'idempotencyKey', isRequired, maxLength: 255 },
  checkMethod: () => undefined,
});

function apiWith(isRequired: boolean): Api {
  const requestSchema = v.strictObject({ ...JsonRpcRequest.entries, trace: v.string() });
  const v1 = new Entrypoint('/rpc', { requestSchema });
  const args = { amount: v.number(), tx: transaction };
  v1.method('withdraw', { args, idempotent: guard(isRequired) }, () => null);
  v1.method('ping', {}, () => 'pong');
  return new Api({ title: 'Bank', version: '1.0.0' }).bindEntrypoint(v1);
}

const key = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' };
const extension = { member: 'idempotencyKey', header: 'idempotency-key', schema: key };

test('the OpenAPI document describes the key of an idempotent method, and no other', async () => {
  const document = openapi(apiWith(false));
  await expectValidOpenApi(document);
  await expectLinted(document, 'recommended');
  const { post } = document.paths['/rpc/withdraw'] ?? {};
  expect(post).toMatchObject({
    'x-idempotent': { ...extension, required: false },
    parameters: [{ name: 'idempotency-key', in: 'header', required: false, schema: key }],
  });
  expect(post?.requestBody.content['application/json'].example).not.toHaveProperty(
    'idempotencyKey',
  );
  const { schemas } = document.components;
  expect(schemas['withdraw.Request']).toMatchObject({
    properties: { idempotencyKey: key },
    required: ['jsonrpc', 'method', 'params', 'trace'],
  });
  expect(JSON.stringify(schemas)).toContain('Conflict');
  expect(schemas['ping.Request']?.['properties']).not.toHaveProperty('idempotencyKey');
  expect(document.paths['/rpc/ping']?.post).not.toHaveProperty('x-idempotent');
});

test('the examples of a method that requires a key have one', () => {
  const document = openapi(apiWith(true));
  const { post } = document.paths['/rpc/withdraw'] ?? {};
  expect(post?.['x-idempotent']?.required).toBe(true);
  expect(post?.requestBody.content['application/json'].example).toMatchObject({
    idempotencyKey: expect.stringMatching(/^[\w-]{36}$/),
    trace: expect.any(String),
  });
});

test('the OpenRPC document describes the key of an idempotent method', () => {
  const document = openrpc(apiWith(true));
  expectValidOpenRpc(document);
  const [withdraw, ping] = document.methods;
  expect(withdraw).toMatchObject({
    'x-idempotent': { ...extension, required: true },
    'x-http': {
      headers: [{ name: 'idempotency-key', description: expect.stringMatching('Required') }],
    },
    errors: expect.arrayContaining([{ $ref: '#/components/errors/Conflict' }]),
  });
  expect(ping).not.toHaveProperty('x-idempotent');
  expect(ping).not.toHaveProperty('x-http');
});

test('a header that the method reads itself is described once', () => {
  const v1 = new Entrypoint('/rpc');
  const own = header(v.string(), { alias: 'Idempotency-Key' });
  const args = { own, tx: transaction };
  v1.method('withdraw', { args, idempotent: guard(false) }, () => null);
  const { paths } = openapi(new Api().bindEntrypoint(v1));
  expect(paths['/rpc/withdraw']?.post.parameters).toMatchObject([
    { name: 'idempotency-key', required: true },
  ]);
});
