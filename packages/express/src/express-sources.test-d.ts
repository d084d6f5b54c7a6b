import { Entrypoint } from '@jsonrpc-kit/core';
import type { Request, Response } from 'express';
import { expectTypeOf } from 'vitest';
import { expressRequest, expressResponse } from './http-request.js';

const rpc = new Entrypoint('/rpc');
const method = rpc.method(
  'natives',
  { args: { request: expressRequest, response: expressResponse } },
  ({ request, response }) => {
    expectTypeOf(request).toEqualTypeOf<Request>();
    expectTypeOf(response).toEqualTypeOf<Response>();
    return request.ip;
  },
);

// The sources are not JSON-RPC parameters.
expectTypeOf<NonNullable<(typeof method)['~types']>['params']>().toEqualTypeOf<{}>();
