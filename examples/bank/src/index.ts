/**
 * The bank that the examples serve: accounts, transfers and statements in PostgreSQL. It depends on no
 * web framework.
 *
 * @module
 */
export { type Bank, type BankOptions, createBank } from './create-bank.js';
export type { Database, Queries, Row, Transaction } from './database/database.js';
export { databaseFromEnvironment } from './database/database-from-environment.js';
export { type DatabaseOptions, openDatabase } from './database/open-database.js';
export type { BankError } from './entrypoints/bank-entrypoint.js';
export type { BankLogger } from './logging/bank-logger.js';
export * as methods from './methods.js';
export { serveBank } from './server/serve-bank.js';
export type { ServerSettings } from './server/server-settings.js';
