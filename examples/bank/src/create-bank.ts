import { Api, type CloseOptions } from '@jsonrpc-kit/core';
import { serveHealth } from '@jsonrpc-kit/core/health';
import { type JobStore, jobStore, runJobs, type RunJobsOptions } from '@jsonrpc-kit/durable/jobs';
import { serveMcp } from '@jsonrpc-kit/mcp';
import { serveSchemas } from '@jsonrpc-kit/schema';
import { createTables } from './database/create-tables.js';
import type { Database } from './database/database.js';
import { inTransaction } from './database/in-transaction.js';
import { sqlExecutor } from './database/sql-executor.js';
import { sweepKeys } from './database/sweep-keys.js';
import { type DatabaseOptions, openDatabase } from './database/open-database.js';
import { bankDatabase } from './dependencies/bank-database.js';
import { idempotent } from './dependencies/idempotent.js';
import { createMovementsChannel, movementsChannel } from './dependencies/movements-channel.js';
import { bankEntrypoint } from './entrypoints/bank-entrypoint.js';
import { publicEntrypoint } from './entrypoints/public-entrypoint.js';
import { type BankLogger, standardErrorLogger } from './logging/bank-logger.js';
import * as methods from './methods.js';
import { seed } from './seed.js';

export interface BankOptions {
  /** Default: in memory. */
  readonly database?: DatabaseOptions | undefined;
  /**
   * Whether durable notifications are stored and run. Default: true if `database` is set, because a bank in
   * memory keeps nothing.
   */
  readonly jobs?: boolean | Pick<RunJobsOptions, 'pgBoss' | 'recoveryInterval'> | undefined;
  /** Default: pino on standard error. */
  readonly logger?: BankLogger | undefined;
}

/** A bank that a server can serve. */
export interface Bank {
  readonly api: Api;
  readonly database: Database;
  /** Lets the running calls finish, then closes the database. */
  close(options?: CloseOptions): Promise<void>;
}

const DESCRIPTION =
  'Accounts, transfers and statements. Amounts are in cents. Callers authenticate with the header ' +
  '`user-auth-token`. A new bank accepts `alice-token` and `bob-token`.';

const TAGS = {
  accounts: 'Accounts and their statements',
  money: 'Deposits, withdrawals and transfers',
};

/** Opens the bank and its database. Creates the tables and the demo users if they don't exist. */
export async function createBank(options: BankOptions = {}): Promise<Bank> {
  const { logger = standardErrorLogger(), jobs: jobOptions = options.database !== undefined } =
    options;
  const database = await openDatabase(options.database);
  await prepare(database);

  const api = new Api({
    title: 'Bank',
    version: '1.0.0',
    description: DESCRIPTION,
    license: { name: 'MIT', identifier: 'MIT' },
    tags: TAGS,
    logger,
  });
  const stopSweeping = sweepKeys(database, logger);
  api.provide(movementsChannel, createMovementsChannel());
  api.provide(bankDatabase, database).onClosed(async () => {
    await stopSweeping();
    await database.close();
  });
  if (jobOptions === false) api.provide(jobStore, withoutJobs);
  else runJobs(api, { database: database.driver, ...(jobOptions === true ? {} : jobOptions) });
  api.bindEntrypoint(bankEntrypoint(logger));
  api.bindEntrypoint(publicEntrypoint(logger));
  serveSchemas(api);
  serveHealth(api);
  const { movements: _subscription, ...tools } = methods;
  serveMcp(api, { methods: Object.values(tools) });

  return { api, database, close: (closeOptions) => api.close(closeOptions) };
}

const unavailable = (): Promise<never> =>
  Promise.reject(new Error('This bank stores no jobs. Create it with jobs: true'));

const withoutJobs: JobStore = {
  add: unavailable,
  enqueue: unavailable,
  retryDeadLetters: unavailable,
};

async function prepare(database: Database): Promise<void> {
  try {
    await inTransaction(database, async (tx) => {
      await createTables(tx);
      await idempotent.createTable(sqlExecutor(tx));
      await seed(tx);
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}
