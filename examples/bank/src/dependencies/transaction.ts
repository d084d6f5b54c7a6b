import { dependency } from '@jsonrpc-kit/core';
import { bankDatabase } from './bank-database.js';

/**
 * A transaction for one call. What the call throws rolls it back, and as it is committed before the
 * response is built, a commit that fails fails the call: nobody is told of money that did not move.
 * (After the response it would also be too late for a batch: its calls would wait for each other's
 * connections, and the response for all of them.)
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
