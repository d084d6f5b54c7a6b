/**
 * What the tests of the servers need of the bank: databases to run on, and an auditor.
 *
 * @module
 */
export { type Audit, audit, type AuditedAccount, type AuditedMovement } from './testing/audit.js';
export { type TestDatabase, testDatabases } from './testing/test-databases.js';
