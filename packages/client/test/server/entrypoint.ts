import { dependency, Entrypoint, header, HttpError } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { AuthError } from './errors.js';

export const entrypoint = new Entrypoint('/rpc', {
  errors: [AuthError, ...Entrypoint.defaultErrors],
  limits: { maxBatchSize: 10, maxBodyBytes: 10_000 },
});

/** The user of a token. The token `unauthorized` is an HTTP error, `unknown` a JSON-RPC error. */
export const user = dependency({ token: header(v.optional(v.string())) }, ({ token }) => {
  if (token === 'unauthorized') {
    throw new HttpError(401, 'Unauthorized', { 'www-authenticate': 'Bearer realm="bank"' });
  }
  if (token === 'unknown') throw new AuthError();
  return { name: token ?? 'anonymous' };
});
