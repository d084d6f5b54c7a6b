import type { JsonRpcContext, RequestParams } from '@jsonrpc-kit/core';
import type { Integration } from '@sentry/core';
import * as Sentry from '@sentry/node';
import { expectTypeOf, test } from 'vitest';
import { trackerJsonRpcIntegration } from '../index.js';

test('trackerJsonRpcIntegration() returns an integration for Sentry.init()', () => {
  expectTypeOf(trackerJsonRpcIntegration()).toExtend<Integration>();
  Sentry.init({ integrations: [trackerJsonRpcIntegration()] });
});

test('trackerJsonRpcIntegration() types the parameters of its options', () => {
  trackerJsonRpcIntegration({
    params: (params, context) => {
      expectTypeOf(params).toEqualTypeOf<RequestParams>();
      expectTypeOf(context).toEqualTypeOf<JsonRpcContext>();
      return params;
    },
    transactionName: ({ message, method, entrypoint }) => {
      expectTypeOf(message).toEqualTypeOf<'single' | 'batch' | undefined>();
      expectTypeOf(method).toEqualTypeOf<string | undefined>();
      return entrypoint;
    },
  });
  // @ts-expect-error -- a name is a string
  trackerJsonRpcIntegration({ transactionName: () => 1 });
});
