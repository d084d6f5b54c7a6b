import { resource } from '@jsonrpc-kit/core';
import type { Database } from '../database/database.js';

/** The database of the bank, which `createBank()` provides. */
export const bankDatabase = resource<Database>('bankDatabase');
