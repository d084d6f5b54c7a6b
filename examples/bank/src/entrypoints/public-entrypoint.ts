import { Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { bankDatabase } from '../dependencies/bank-database.js';
import type { BankLogger } from '../logging/bank-logger.js';
import { logCalls } from '../logging/log-calls.js';

/** The entrypoint for everyone. Its calls need no user. */
export function publicEntrypoint(logger: BankLogger): Entrypoint {
  const entrypoint = new Entrypoint('/api/public/jsonrpc', {
    name: 'public',
    middlewares: [logCalls(logger)],
  });

  entrypoint.method(
    'ping',
    { result: v.literal('pong'), summary: 'Return "pong" at once' },
    () => 'pong',
  );

  entrypoint.method(
    'health',
    {
      args: { database: bankDatabase },
      result: v.object({ database: v.literal('up') }),
      summary: 'Check that the database responds',
    },
    async ({ database }) => {
      await database.query('select 1');
      return { database: 'up' };
    },
  );

  return entrypoint;
}
