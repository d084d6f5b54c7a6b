import { Api, cursor, Entrypoint, JsonRpcRequest, progress } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { expectLinted, expectValidOpenApi, expectValidOpenRpc } from '../../test/expect-valid.js';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from '../openrpc/openrpc.js';

async function* none(): AsyncGenerator<never> {}

const requestSchema = v.strictObject({ ...JsonRpcRequest.entries, trace: v.string() });
const v1 = new Entrypoint('/rpc', { requestSchema, errors: [] });
v1.method('import', { args: { progress }, result: v.null() }, () => null);
v1.method('ping', {}, () => 'pong');
v1.subscription('prices', { args: { cursor } }, none);
v1.subscription('ticks', {}, none);
const api = new Api({ title: 'Bank', version: '1.0.0' }).bindEntrypoint(v1);

const position = { type: 'string', minLength: 1, maxLength: 255 };
const token = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
const header = { name: 'last-event-id', in: 'header', required: false, schema: position };
const extensions = {
  'x-progress': { member: 'progressToken', notification: '$/progress', schema: token },
  'x-cursor': { member: 'cursor', header: 'last-event-id', schema: position },
};

test('the OpenAPI document describes progress where a method reports it, and its event stream', async () => {
  const document = openapi(api);
  await expectValidOpenApi(document);
  await expectLinted(document, 'recommended');
  const { schemas } = document.components;
  const { post } = document.paths['/rpc/import'] ?? {};
  expect(post?.['x-progress']).toEqual(extensions['x-progress']);
  expect(schemas['import.Request']).toMatchObject({
    properties: { progressToken: token, trace: {} },
    required: ['jsonrpc', 'method', 'trace'],
  });
  const { description, content } = post?.responses['200'] ?? {};
  expect(description).toContain('accept: text/event-stream');
  expect(content?.['text/event-stream']?.schema).toEqual({
    anyOf: [
      { $ref: '#/components/schemas/import.Response' },
      { $ref: '#/components/schemas/import.Progress' },
    ],
  });
  expect(schemas['import.Progress']).toMatchObject({
    properties: {
      method: { const: '$/progress' },
      params: { properties: { token, value: {} }, required: ['token', 'value'] },
    },
  });
  expect(schemas['ping.Request']?.['properties']).not.toHaveProperty('progressToken');
  const ping = document.paths['/rpc/ping']?.post;
  expect(ping).not.toHaveProperty('x-progress');
  expect(Object.keys(ping?.responses['200'].content ?? {})).toEqual(['application/json']);
});

test('the OpenAPI document describes the cursor of a subscription that can be resumed', () => {
  const { components, paths } = openapi(api);
  const { post } = paths['/rpc/prices.subscribe'] ?? {};
  expect(post).toMatchObject({ 'x-cursor': extensions['x-cursor'], parameters: [header] });
  expect(paths['/rpc']?.post.parameters).toMatchObject([header]);
  const { schemas } = components;
  expect(schemas['prices.subscribe.Request']).toMatchObject({ properties: { cursor: position } });
  expect(schemas['prices.subscribe.Notification']).toMatchObject({
    properties: {
      params: {
        properties: { result: {}, cursor: position, dropped: { type: 'integer' }, done: {} },
        required: ['subscription'],
      },
    },
  });
  expect(paths['/rpc/ticks.subscribe']?.post).not.toHaveProperty('x-cursor');
  expect(paths['/rpc/ticks.subscribe']?.post).not.toHaveProperty('parameters');
  for (const name of ['Request', 'Notification']) {
    expect(JSON.stringify(schemas[`ticks.subscribe.${name}`])).not.toContain('cursor');
  }
});

test('the OpenRPC document describes progress and cursors', () => {
  const document = openrpc(api);
  expectValidOpenRpc(document);
  const { 'x-progress': reports, 'x-cursor': resumes } = extensions;
  const named = Object.fromEntries(document.methods.map((method) => [method.name, method]));
  expect(named['import']).toMatchObject({ 'x-progress': reports });
  expect(named['prices.subscribe']).toMatchObject({
    'x-cursor': resumes,
    'x-http': { headers: [header] },
  });
  const paramsOf = (name: string) => named[name]?.params.map((param) => param.name);
  expect(paramsOf('prices')).toEqual([
    'subscription',
    'result',
    'cursor',
    'dropped',
    'done',
    'error',
  ]);
  expect(paramsOf('ticks')).toEqual(['subscription', 'result', 'done', 'error']);
  for (const name of ['ping', 'ticks.subscribe']) {
    for (const extension of Object.keys(extensions)) {
      expect(named[name]).not.toHaveProperty(extension);
    }
    expect(named[name]).not.toHaveProperty('x-http');
  }
});
