import type { ScopeSource } from '@jsonrpc-kit/core/adapter';
import type { Context, Env } from 'hono';
import { HonoHttpRequest } from './to-http-request.js';

/** Hono's own context of the request: variables, bindings and whatever else middleware left there. */
export const honoContext: ScopeSource<Context> = {
  kind: 'scope',
  perCall: false,
  read: ({ httpRequest }) => {
    if (httpRequest instanceof HonoHttpRequest) return httpRequest.native;
    throw new TypeError('honoContext: the request did not come through @jsonrpc-kit/hono');
  },
};

/**
 * {@link honoContext} with the variables and bindings of an application.
 *
 * ```ts
 * { args: { c: honoContextOf<AppEnv>() } }
 * ```
 */
export function honoContextOf<AppEnv extends Env>(): ScopeSource<Context<AppEnv>> {
  // Which application a method is mounted in, only its author knows.
  return honoContext as ScopeSource<Context<AppEnv>>;
}
