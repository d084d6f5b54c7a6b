import { Entrypoint } from '@jsonrpc-kit/core';
import type { Context } from 'hono';
import { expectTypeOf } from 'vitest';
import { honoContext, honoContextOf } from './http-request.js';

interface AppEnv {
  Bindings: { SECRET: string };
  Variables: { user: { name: string } };
}

const rpc = new Entrypoint('/rpc');

rpc.method('any', { args: { c: honoContext } }, ({ c }) => {
  expectTypeOf(c).toEqualTypeOf<Context>();
  expectTypeOf(c.req.path).toBeString();
  return null;
});

rpc.method('typed', { args: { c: honoContextOf<AppEnv>() } }, ({ c }) => {
  expectTypeOf(c.get('user')).toEqualTypeOf<{ name: string }>();
  expectTypeOf(c.env.SECRET).toBeString();
  // @ts-expect-error the application has no such variable
  c.get('unknown');
  return null;
});

const method = rpc.method('wire', { args: { c: honoContext } }, () => null);

// The source is not a JSON-RPC parameter.
expectTypeOf<NonNullable<(typeof method)['~types']>['params']>().toEqualTypeOf<{}>();
