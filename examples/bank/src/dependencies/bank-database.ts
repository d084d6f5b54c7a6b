import { resource } from '@jsonrpc-kit/core';
import type { Database } from '../database/database.js';

/** The database of the bank. `createBank()` provides it. */
export const bankDatabase = resource<Database>('bankDatabase');
