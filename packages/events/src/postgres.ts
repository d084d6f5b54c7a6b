/**
 * Events in PostgreSQL or PGlite, written in the transactions of the methods that publish them.
 *
 * @module
 */
export {
  postgresStore,
  type PostgresClient,
  type PostgresDatabase,
  type PostgresPool,
  type PostgresStore,
  type PostgresStoreOptions,
} from './postgres/postgres-store.js';
