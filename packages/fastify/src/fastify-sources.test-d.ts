import { Entrypoint } from '@jsonrpc-kit/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expectTypeOf } from 'vitest';
import { fastifyReply, fastifyRequest } from './http-request.js';

const rpc = new Entrypoint('/rpc');
const method = rpc.method(
  'natives',
  { args: { request: fastifyRequest, reply: fastifyReply } },
  ({ request, reply }) => {
    expectTypeOf(request).toEqualTypeOf<FastifyRequest>();
    expectTypeOf(reply).toEqualTypeOf<FastifyReply>();
    return request.ip;
  },
);

// The sources are not JSON-RPC parameters.
expectTypeOf<NonNullable<(typeof method)['~types']>['params']>().toEqualTypeOf<{}>();
