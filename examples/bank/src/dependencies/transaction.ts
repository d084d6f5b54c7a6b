import { dependency } from '@jsonrpc-kit/core';
import { bankDatabase } from './bank-database.js';

/**
 * A transaction for one call. An error of the call rolls it back. It is committed before the response, so
 * that the call fails if the commit does. A commit after the response could also deadlock a batch, whose
 * calls would wait for each other's connections.
 */
export const transaction = dependency(
  { database: bankDatabase },
  async function* transaction({ database }) {
    const tx = await database.begin();
    try {
      yield tx;
      await tx.commit();
    } catch (error) {
      await tx.rollback();
      throw error;
    }
  },
  { teardown: 'before-response' },
);
