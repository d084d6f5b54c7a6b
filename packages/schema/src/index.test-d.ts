import { Api, Entrypoint, JsonRpcRequest } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  componentName,
  documentAs,
  openapi,
  type OpenApiDocument,
  openrpc,
  type OpenRpcDocument,
  serveSchemas,
} from './index.js';

test('componentName() and documentAs() return the type of the schema', () => {
  const account = v.object({ id: v.string() });
  expectTypeOf(componentName('Account', account)).toEqualTypeOf<typeof account>();
  expectTypeOf(documentAs(account, { type: 'object' })).toEqualTypeOf<typeof account>();
  expectTypeOf(componentName('Id', z.string())).toEqualTypeOf<z.ZodString>();
  // @ts-expect-error not a schema
  componentName('Account', { id: 'string' });
});

test('openapi() accepts an Api, and openrpc() also an entrypoint', () => {
  const requestSchema = v.strictObject({ ...JsonRpcRequest.entries, traceId: v.string() });
  const entrypoint = new Entrypoint('/rpc', { requestSchema });
  const api = new Api().bindEntrypoint(entrypoint);
  expectTypeOf(openapi(api)).toEqualTypeOf<OpenApiDocument>();
  expectTypeOf(openrpc(api)).toEqualTypeOf<OpenRpcDocument>();
  expectTypeOf(openrpc(entrypoint, { title: 'Bank' })).toEqualTypeOf<OpenRpcDocument>();
  // @ts-expect-error an entrypoint has no OpenAPI document
  openapi(entrypoint);
});

test('serveSchemas() accepts null as a path, and no unknown options', () => {
  expectTypeOf(serveSchemas).toBeCallableWith(new Api(), { openapiPath: null, docsPath: null });
  // @ts-expect-error unknown option
  serveSchemas(new Api(), { redocUrl: '/redoc' });
});
