import { dependency, Entrypoint, header, HttpError } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { AuthError } from './errors.js';

export const entrypoint = new Entrypoint('/rpc', {
  errors: [AuthError, ...Entrypoint.defaultErrors],
  maxBatchSize: 10,
  maxBodyBytes: 10_000,
});

/** Whoever has a token. `refused` is stopped at the door, `unknown` inside. */
export const user = dependency({ token: header(v.optional(v.string())) }, ({ token }) => {
  if (token === 'refused') {
    throw new HttpError(401, 'No entry', { 'www-authenticate': 'Bearer realm="bank"' });
  }
  if (token === 'unknown') throw new AuthError();
  return { name: token ?? 'nobody' };
});
