import { Entrypoint, type EntrypointError, RequestTimeout } from '@jsonrpc-kit/core';
import type { DefaultErrors } from '@jsonrpc-kit/core/types';
import { currentUser } from '../dependencies/current-user.js';
import { AuthError } from '../errors/auth-error.js';
import type { BankLogger } from '../logging/bank-logger.js';
import { logCalls } from '../logging/log-calls.js';
import * as methods from '../methods.js';

type BankErrors = readonly [typeof AuthError, typeof RequestTimeout, ...DefaultErrors];

/** The errors of every method of the bank. */
export type BankError = EntrypointError<ReturnType<typeof bankEntrypoint>>;

/**
 * The entrypoint for customers. Its calls need a user, who is looked up once for a whole batch, or once for a
 * connection.
 */
export function bankEntrypoint(logger: BankLogger): Entrypoint<undefined, BankErrors> {
  const entrypoint = new Entrypoint('/api/v1/jsonrpc', {
    name: 'bank',
    errors: [AuthError, RequestTimeout, ...Entrypoint.defaultErrors],
    messageDependencies: [currentUser],
    connectionDependencies: [currentUser],
    middlewares: [logCalls(logger)],
    timeout: 30_000,
  });
  return entrypoint.addMethods(methods);
}
