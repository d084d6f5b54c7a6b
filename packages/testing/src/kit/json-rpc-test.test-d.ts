import type { Api, JsonRpcErrorResponse, MethodRoute } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { describe, expectTypeOf, type TestAPI } from 'vitest';
import type * as methods from '../../test/bank-api.js';
import { createBank } from '../../test/bank-api.js';
import type { TestHeaders } from '../index.js';
import {
  type JsonRpcFixtures,
  jsonRpcTest,
  jsonRpcTestOf,
  type JsonRpcTestClient,
  type TestableApp,
} from '../vitest.js';

describe('the fixtures', () => {
  const test = jsonRpcTest;

  test('have their types', (context) => {
    expectTypeOf(context.jsonrpcHeaders).toEqualTypeOf<TestHeaders>();
    const { jsonrpcClient, allCapturedJsonRpcErrorResponses: captured, app, api } = context;
    expectTypeOf(jsonrpcClient).toEqualTypeOf<JsonRpcTestClient>();
    expectTypeOf(captured).toEqualTypeOf<Map<MethodRoute | undefined, JsonRpcErrorResponse[]>>();
    expectTypeOf(app).toEqualTypeOf<TestableApp>();
    expectTypeOf(api).toEqualTypeOf<Api>();
  });
});

describe('an app is supplied', () => {
  const app = new Hono();

  jsonRpcTest.extend('app', () => createBank()).extend('jsonrpcUrl', '/bank')(
    'by name',
    ({ app: own, jsonrpcClient }) => {
      expectTypeOf(own).toExtend<Api>();
      expectTypeOf(jsonrpcClient).toEqualTypeOf<JsonRpcTestClient>();
    },
  );

  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of what a fixture needs here
  const byObject = jsonRpcTest.extend({ app: async ({}, use) => use(app) });
  byObject('by an object', ({ jsonrpcClient }) => {
    expectTypeOf(jsonrpcClient).toEqualTypeOf<JsonRpcTestClient>();
  });

  jsonRpcTest.override('app', () => app);
});

jsonRpcTestOf<typeof methods>()('a client may be typed', ({ jsonrpcClient }) => {
  expectTypeOf(jsonrpcClient).toEqualTypeOf<JsonRpcTestClient<typeof methods>>();
  // @ts-expect-error -- the amount is missing
  void jsonrpcClient.jsonrpc('withdraw');
});

expectTypeOf(jsonRpcTest).toExtend<TestAPI<JsonRpcFixtures>>();
