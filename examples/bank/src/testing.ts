/**
 * What the tests of the servers need of the bank: one with databases to run on, and an auditor.
 *
 * @module
 */
export { type Audit, audit, type AuditedAccount, type AuditedMovement } from './testing/audit.js';
export { type Customer, openTestBank, type TestBank } from './testing/open-test-bank.js';
export { type TestDatabase, testDatabases } from './testing/test-databases.js';
