import type { JsonRpcContext } from '@jsonrpc-kit/core';
import type { RequestParams } from '@jsonrpc-kit/core/types';
import type { Integration } from '@sentry/core';
import * as Sentry from '@sentry/node';
import { expectTypeOf, test } from 'vitest';
import { sentryIntegration } from '../index.js';

test('sentryIntegration() returns an integration for Sentry.init()', () => {
  expectTypeOf(sentryIntegration()).toExtend<Integration>();
  Sentry.init({ integrations: [sentryIntegration()] });
});

test('sentryIntegration() types the parameters of its options', () => {
  sentryIntegration({
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
  sentryIntegration({ transactionName: () => 1 });
});
