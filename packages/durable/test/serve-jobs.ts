import { PGlite, type Transaction } from '@electric-sql/pglite';
import {
  Api,
  defineError,
  dependency,
  type Entrypoint,
  header,
  resource,
  transactionDependency,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { pgliteExecutor, idempotentCalls } from '../src/index.js';
import {
  type JobEvent,
  type Jobs,
  queue,
  type Queue,
  type QueueOptions,
  runJobs,
  type RunJobsOptions,
} from '../src/jobs.js';
import { newestPgBoss } from './newest-pg-boss.js';

export class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}

/** The database of the file's tests, in memory. */
export let pglite: PGlite;
beforeAll(async () => {
  pglite = await PGlite.create();
  await pglite.exec('create table sent (id serial primary key, job text, what text)');
}, 60_000);
afterAll(() => pglite.close());

const database = resource<PGlite>('database');
export const transaction = transactionDependency({ db: database }, ({ db }, run) =>
  db.transaction(run),
);

/** The user whose name is in the header `token`. */
export const user = dependency({ token: header(v.optional(v.string())) }, ({ token }) => {
  if (token === undefined) throw new AuthError();
  return { name: token };
});

export const ann = { token: 'ann' };

const userName = dependency({ user }, (args) => args.user.name, { name: 'userName' });
export const idempotent = idempotentCalls({
  transaction,
  executor: pgliteExecutor,
  caller: userName,
});

const apis: Api[] = [];
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close();
});

export interface LogLine {
  readonly details: Readonly<Record<string, unknown>>;
  readonly message: string;
}

let names = 0;
export function uniqueQueue(options: QueueOptions = {}): Queue {
  names += 1;
  return queue(`queue${names}`, { retryDelay: 0, ...options });
}

export interface Served {
  readonly api: Api;
  /** What `runJobs()` returns. */
  readonly jobs: Jobs;
  readonly log: readonly LogLine[];
  readonly events: readonly JobEvent[];
  /** Resolves when this many jobs have ended like this. */
  readonly ended: (kind: JobEvent['kind'], count?: number) => Promise<void>;
}

/** Serves an entrypoint with what its methods need. */
export function serve(v1: Entrypoint, options: Partial<RunJobsOptions> = {}): Served {
  const log: LogLine[] = [];
  const events: JobEvent[] = [];
  const writeLine = (details: object, message: string): void =>
    void log.push({ details: { ...details }, message });
  const api = new Api({ logger: { error: writeLine, warn: writeLine } }).bindEntrypoint(v1);
  apis.push(api);
  api.provide(database, pglite);
  const jobs = runJobs(api, {
    database: pglite,
    pollInterval: 500,
    pgBoss: newestPgBoss,
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const ended = async (kind: JobEvent['kind'], count = 1): Promise<void> => {
    const all = (): number => events.filter((event) => event.kind === kind).length;
    await expect.poll(all, { timeout: 20_000 }).toBe(count);
  };
  return { api, jobs, log, events, ended };
}

/** What the jobs of a queue have written. */
export async function written({ name }: Queue): Promise<string[]> {
  const { rows } = await pglite.query<{ what: string }>(
    'select what from sent where job = $1 order by id',
    [name],
  );
  return rows.map(({ what }) => what);
}

export const write = (tx: Transaction, { name }: Queue, what: string): Promise<unknown> =>
  tx.query('insert into sent (job, what) values ($1, $2)', [name, what]);
