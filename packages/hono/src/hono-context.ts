import { contextSource, type ContextSource } from '@jsonrpc-kit/core';
import type { Context, Env } from 'hono';
import { HonoHttpRequest } from './to-http-request.js';

/** Hono's own context of the request: variables, bindings and whatever else middleware left there. */
export const honoContext: ContextSource<Context> = contextSource(({ httpRequest }) => {
  if (httpRequest instanceof HonoHttpRequest) return httpRequest.native;
  throw new TypeError('honoContext: the request did not come through @jsonrpc-kit/hono');
});

/**
 * {@link honoContext} with the variables and bindings of an application.
 *
 * ```ts
 * { args: { c: honoContextOf<AppEnv>() } }
 * ```
 */
export function honoContextOf<AppEnv extends Env>(): ContextSource<Context<AppEnv>> {
  // Which application a method is mounted in, only its author knows.
  return honoContext as ContextSource<Context<AppEnv>>;
}
