import { dependency } from '@jsonrpc-kit/core';
import { idempotentCalls } from '@jsonrpc-kit/durable';
import { sqlExecutor } from '../database/sql-executor.js';
import { currentUser } from './current-user.js';
import { transaction } from './transaction.js';

const callerId = dependency({ user: currentUser }, ({ user }) => user.id, { name: 'callerId' });

/**
 * The option `idempotent` of the methods that move money. A repeated call with the same idempotency key gets the
 * response of the first one, even if the connection or the server has broken in between.
 */
export const idempotent = idempotentCalls({
  transaction,
  executor: sqlExecutor,
  caller: callerId,
  waitTimeout: 5_000,
});
