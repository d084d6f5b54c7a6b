import { AsyncLocalStorage } from 'node:async_hooks';
import {
  checkOptions,
  ignoreRejection,
  object,
  type OptionKind,
  type OptionKinds,
  positive,
  settlesWithin,
  text,
} from '@jsonrpc-kit/core/internal';
import type { Logger } from '@jsonrpc-kit/core';
import type { TransactionExecutor } from '@jsonrpc-kit/core/types';
import { reportOutage } from '../report-outage.js';
import {
  type EventLog,
  type EventStore,
  type History,
  type OnHint,
  storeClosed,
} from '../store.js';
import { executorOf, inTransaction, type PostgresDatabase } from './database.js';
import { EventTables } from './event-tables.js';
import { Listener } from './listener.js';

export type { PostgresClient, PostgresDatabase, PostgresPool } from './database.js';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** A pool of `pg`, of which the store keeps one connection to listen; or a PGlite database. */
  readonly database: PostgresDatabase;
  /** The name of the tables. Default: `'jsonrpc_events'`. */
  readonly table?: string | undefined;
  /**
   * Milliseconds between two looks for events whose notification was lost, for example because the process
   * that published them was killed. Default: 1,000.
   */
  readonly pollInterval?: number | undefined;
  /** Milliseconds between two deletions of events that the histories no longer keep. Default: 60,000. */
  readonly sweepInterval?: number | undefined;
  /** Logs outages of the database. Default: `console`. */
  readonly logger?: Pick<Logger, 'warn'> | undefined;
}

/** Keeps events in PostgreSQL or PGlite. */
export interface PostgresStore extends EventStore {
  /** Creates the tables if they don't exist. */
  createTables(): Promise<void>;
  /** The statements that create the tables, for your own migrations. */
  readonly statements: readonly string[];
  /** Deletes events that the histories no longer keep, in small portions. Returns how many. */
  sweep(): Promise<number>;
}

const databaseKind: OptionKind = {
  is: (value) => typeof (value as Partial<PostgresDatabase> | null)?.query === 'function',
  must: 'a pool of pg or a PGlite database',
  isRequired: true,
};

const KINDS: OptionKinds<PostgresStoreOptions> = {
  database: databaseKind,
  table: text,
  pollInterval: positive,
  sweepInterval: positive,
  logger: object,
};

/**
 * Keeps the events of channels in PostgreSQL or PGlite. Methods can publish in their own transaction. Every
 * process with the same tables delivers them to its own subscribers. Close the store after the api, and
 * before the database.
 *
 * ```ts
 * const store = postgresStore({ database: pool });
 * await store.createTables();
 * ```
 *
 * @throws TypeError or RangeError if an option is invalid
 */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  checkOptions('postgresStore()', options, KINDS);
  return new Relay(options);
}

/** The number of events that are numbered, keys that are looked at, or events that are deleted at once. */
const PORTION = 1_000;

/** Milliseconds after which a database that neither responds nor fails is unavailable. */
const MAX_SILENCE = 5_000;

/** The portions that one sweep deletes of each channel. */
const MAX_PORTIONS = 50;

/** The log of a channel, as its relay uses it. */
interface OpenLog {
  readonly history: History;
  onHint: OnHint;
}

/** Numbers committed events, and reports keys with new ones to the logs of this process. */
class Relay implements PostgresStore {
  readonly isTransactional = true;
  readonly #database: PostgresDatabase;
  readonly #executor: TransactionExecutor;
  readonly #tables: EventTables;
  readonly #options: PostgresStoreOptions;
  readonly #logs = new Map<string, OpenLog>();
  readonly #listener: Listener;
  #timers: readonly ReturnType<typeof setInterval>[] | undefined;
  /** Without it, the trace and the context of the call that uses the store first would continue in its loop. */
  readonly #outsideOfCalls = AsyncLocalStorage.snapshot();
  #isClosed = false;
  /** What to do in the next turn: number events, or only look for those that others have numbered. */
  #wanted: 'nothing' | 'changes' | 'numbers' = 'nothing';
  #running: Promise<void> | undefined;
  #sweeping: Promise<unknown> | undefined;
  /** The version of the newest change that was reported; undefined before the first look. */
  #version: number | undefined;
  #sweptVersion = 0;
  #isAvailable = true;

  constructor(options: PostgresStoreOptions) {
    const { database, table = 'jsonrpc_events' } = options;
    this.#database = database;
    this.#executor = executorOf(database);
    this.#options = options;
    this.#tables = new EventTables(table);
    const channel = `${table.replace('.', '_')}_new`;
    this.#listener = new Listener(database, channel, () => this.#want('changes'));
  }

  get statements(): readonly string[] {
    return this.#tables.statements;
  }

  createTables(): Promise<void> {
    return this.#tables.create(this.#executor);
  }

  open(channel: string, history: History): EventLog {
    if (this.#logs.has(channel)) {
      throw new TypeError(
        `postgresStore(): channel "${channel}" exists twice. Rename one of them.`,
      );
    }
    const log: OpenLog = { history, onHint: () => undefined };
    this.#logs.set(channel, log);
    const committed = (): void => this.#want('numbers');
    return {
      append: async (key, json, executor) => {
        this.#start();
        await this.#tables.append(executor ?? this.#executor, [channel, key, json]);
        if (executor === undefined) committed();
      },
      read: (key, after, limit) => {
        this.#start();
        return this.#tables.read(this.#executor, { channel, key, after, limit });
      },
      watch: (onHint) => {
        log.onHint = onHint;
      },
      committed,
    };
  }

  /** Begins to follow the tables, at the first use of a channel. */
  #start(): void {
    if (this.#isClosed) throw storeClosed();
    if (this.#timers === undefined) this.#outsideOfCalls(() => this.#begin());
  }

  #begin(): void {
    const { pollInterval = 1_000, sweepInterval = 60_000 } = this.#options;
    const timers = [
      setInterval(() => this.#want('numbers'), pollInterval),
      setInterval(() => void ignoreRejection(this.#sweepOnce()), sweepInterval),
    ];
    // The process stays alive because of its servers.
    for (const timer of timers) (timer as { unref?: () => void }).unref?.();
    this.#timers = timers;
    this.#want('numbers');
  }

  async sweep(): Promise<number> {
    let deleted = 0;
    /** Deletes portions. Returns whether those were all. */
    const deleteAll = async (deletePortion: () => Promise<number>): Promise<boolean> => {
      for (let portion = 0; portion < MAX_PORTIONS && !this.#isClosed; portion += 1) {
        const count = await deletePortion();
        deleted += count;
        if (count < PORTION) return true;
      }
      return false;
    };
    for (const [channel, { history }] of this.#logs) {
      if (history.age === Infinity) continue;
      const { age } = history;
      await deleteAll(() =>
        this.#tables.deleteOld(this.#executor, { channel, age, limit: PORTION }),
      );
    }
    for (let portion = 0; portion < MAX_PORTIONS; portion += 1) {
      const after = this.#sweptVersion;
      const changed = await this.#tables.changes(this.#executor, after, PORTION);
      const upTo = changed.at(-1)?.version;
      if (upTo === undefined) break;
      let isComplete = true;
      for (const [channel, { history }] of this.#logs) {
        const range = { channel, events: history.events, after, upTo, limit: PORTION };
        const isLast = await deleteAll(() => this.#tables.deleteBeyond(this.#executor, range));
        isComplete &&= isLast;
      }
      // The next sweep continues with the same keys.
      if (!isComplete) break;
      this.#sweptVersion = upTo;
    }
    return deleted;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers ?? []) clearInterval(timer);
    this.#listener.close();
    const ended = Promise.all([this.#running, this.#sweeping?.catch(() => undefined)]);
    await settlesWithin(ended, MAX_SILENCE);
  }

  async #sweepOnce(): Promise<void> {
    if (this.#sweeping !== undefined) return;
    this.#sweeping = this.sweep();
    try {
      await this.#sweeping;
    } finally {
      this.#sweeping = undefined;
    }
  }

  /** Whatever is wanted while the relay runs is done in one go afterwards. */
  #want(what: 'changes' | 'numbers'): void {
    if (this.#isClosed) return;
    if (this.#wanted !== 'numbers') this.#wanted = what;
    this.#running ??= this.#outsideOfCalls(() => this.#run()).finally(() => {
      this.#running = undefined;
      if (this.#wanted !== 'nothing' && this.#isAvailable) this.#want(this.#wanted);
    });
  }

  async #run(): Promise<void> {
    try {
      while (this.#wanted !== 'nothing' && !this.#isClosed) {
        const wanted = this.#wanted;
        this.#wanted = 'nothing';
        await this.#turn(wanted);
      }
      if (!this.#isAvailable) this.#hintAll();
      this.#isAvailable = true;
    } catch (error) {
      this.#unavailable(error);
    }
  }

  /** Abandons a turn without a response, because the following ones may have a connection that works. */
  async #turn(wanted: 'changes' | 'numbers'): Promise<void> {
    const abandoning = new AbortController();
    const work = ignoreRejection(this.#follow(wanted, abandoning.signal));
    if (await settlesWithin(work, MAX_SILENCE)) return;
    const silence = new Error('The database does not respond');
    abandoning.abort(silence);
    throw silence;
  }

  /** @param abandoned fires when the next turn may begin, so this one must not change anything */
  async #follow(wanted: 'changes' | 'numbers', abandoned: AbortSignal): Promise<void> {
    await this.#listener.connect();
    if (this.#version === undefined) {
      const version = await this.#tables.newestVersion(this.#executor);
      abandoned.throwIfAborted();
      this.#version = version;
      // Their changes since they were attached may be older than this version.
      this.#hintAll();
    }
    if (wanted === 'numbers') await this.#number(abandoned);
    await this.#reportChanges(abandoned);
  }

  #unavailable(error: unknown): void {
    if (!this.#isAvailable || this.#isClosed) return;
    this.#isAvailable = false;
    reportOutage(error, this.#options.logger);
    // Subscriptions end if the outage lasts.
    this.#hintAll();
  }

  async #number(abandoned: AbortSignal): Promise<void> {
    const number = async (executor: TransactionExecutor): Promise<number> => {
      await this.#tables.lock(executor);
      return this.#tables.number(executor, PORTION);
    };
    const numbered = await inTransaction(this.#database, number, abandoned);
    if (numbered === PORTION) this.#wanted = 'numbers';
    if (numbered > 0) await this.#listener.notify();
  }

  async #reportChanges(abandoned: AbortSignal): Promise<void> {
    for (;;) {
      const changed = await this.#tables.changes(this.#executor, this.#version ?? 0, PORTION);
      abandoned.throwIfAborted();
      const newest = changed.at(-1)?.version;
      if (newest === undefined) return this.#detectRestore(abandoned);
      this.#version = newest;
      for (const [channel, log] of this.#logs) {
        log.onHint(changed.flatMap((change) => (change.channel === channel ? [change.key] : [])));
      }
      if (changed.length < PORTION) return;
    }
  }

  /** Begins again if the versions have gone back, because the tables were restored or created again. */
  async #detectRestore(abandoned: AbortSignal): Promise<void> {
    const newest = await this.#tables.newestVersion(this.#executor);
    abandoned.throwIfAborted();
    if (newest >= (this.#version ?? 0)) return;
    this.#version = newest;
    this.#sweptVersion = 0;
    this.#hintAll();
  }

  #hintAll(): void {
    if (this.#isClosed) return;
    for (const log of this.#logs.values()) log.onHint(undefined);
  }
}
