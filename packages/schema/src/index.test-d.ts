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

test('a schema that is named or documented is the schema that it was', () => {
  const account = v.object({ id: v.string() });
  expectTypeOf(componentName('Account', account)).toEqualTypeOf<typeof account>();
  expectTypeOf(documentAs(account, { type: 'object' })).toEqualTypeOf<typeof account>();
  expectTypeOf(componentName('Id', z.string())).toEqualTypeOf<z.ZodString>();
  // @ts-expect-error what is no schema has no name
  componentName('Account', { id: 'string' });
});

test('documents are of an api, or of any entrypoint', () => {
  const requestSchema = v.strictObject({ ...JsonRpcRequest.entries, traceId: v.string() });
  const entrypoint = new Entrypoint('/rpc', { requestSchema });
  const api = new Api().bindEntrypoint(entrypoint);
  expectTypeOf(openapi(api)).toEqualTypeOf<OpenApiDocument>();
  expectTypeOf(openrpc(api)).toEqualTypeOf<OpenRpcDocument>();
  expectTypeOf(openrpc(entrypoint, { title: 'Bank' })).toEqualTypeOf<OpenRpcDocument>();
  // @ts-expect-error an entrypoint has no OpenAPI document of its own
  openapi(entrypoint);
});

test('null switches a document off', () => {
  expectTypeOf(serveSchemas).toBeCallableWith(new Api(), { openapiUrl: null, docsUrl: null });
  // @ts-expect-error there are no others
  serveSchemas(new Api(), { redocUrl: '/redoc' });
});
