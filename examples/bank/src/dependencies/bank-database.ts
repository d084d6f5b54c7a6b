import { dependency } from '@jsonrpc-kit/core';
import type { Database } from '../database/database.js';

/**
 * The database of the bank that is called. Methods are declared once, banks are made as often as a
 * test likes, so each bank puts its own in the place of this one (`createBank`).
 */
export const bankDatabase = dependency({}, function bankDatabase(): Database {
  throw new Error('There is no bank: createBank() brings the database');
});
