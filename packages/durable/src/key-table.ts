import { lockNumber } from './fingerprint.js';
import type { RecordedResponse } from './recorded-response.js';
import type { SqlExecutor } from './sql-executor.js';

/** The key of a call, in the scope of its caller and its method. */
export interface ScopedKey {
  readonly caller: string;
  readonly method: string;
  readonly key: string;
}

/** A call that claims its key. */
export interface Claim extends ScopedKey {
  readonly fingerprint: string;
  /** Milliseconds. */
  readonly expiresAfter: number;
}

/** The state of a key after a call has tried to claim it. */
export type ClaimOutcome =
  | { readonly kind: 'claimed' }
  /** Another transaction has claimed the key and not ended yet. */
  | { readonly kind: 'in-progress' }
  | {
      readonly kind: 'recorded';
      readonly fingerprint: string;
      /** Undefined for a notification. */
      readonly response: RecordedResponse | undefined;
    };

/** The row of a key, and whether this transaction holds its lock. Without a row, the columns are null. */
interface FoundRow {
  readonly held: boolean;
  readonly expired: boolean | null;
  readonly fingerprint: string | null;
  readonly member: 'result' | 'error' | 'none' | null;
  readonly response: string | null;
}

/** Before the second attempt, an expired row is deleted, or the row of an ended transaction is visible. */
const MAX_ATTEMPTS = 2;

/** Milliseconds: the maximum of PostgreSQL's `lock_timeout`. */
const MAX_LOCK_TIMEOUT = 0x7fff_ffff;

/** The name of the table, with or without a schema. */
const NAME = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/;

/** The table with the keys and responses of idempotent calls. Committed rows never change. */
export class KeyTable {
  readonly #name: string;

  /** @throws TypeError if the name isn't an unquoted lower-case identifier */
  constructor(name: string) {
    if (!NAME.test(name)) {
      throw new TypeError(
        `idempotentCalls(): table must be a lower-case name that needs no quotes, not ` +
          `${JSON.stringify(name)}. Write table: 'idempotent_calls' or table: 'app.idempotent_calls'.`,
      );
    }
    this.#name = name;
  }

  /**
   * Creates the table if it doesn't exist. If it does, no statement locks it: a process that starts while
   * others handle calls could otherwise deadlock with them.
   */
  async create(executor: SqlExecutor): Promise<void> {
    const text = 'select to_regclass($1) is not null as exists';
    const { rows } = await executor.executeSql(text, [this.#name]);
    if ((rows as readonly { readonly exists: boolean }[])[0]?.exists === true) return;
    // `if not exists` doesn't keep processes that start at once from creating the table twice.
    const lock = `perform pg_advisory_xact_lock(${lockNumber(this.#name)}::bigint)`;
    const all = [lock, ...this.statements].join(';\n');
    await executor.executeSql(`do $create$ begin ${all}; end $create$`, []);
  }

  /** The statements that create the table. */
  get statements(): readonly string[] {
    const table = this.#name;
    const index = table.slice(table.indexOf('.') + 1);
    return [
      `create table if not exists ${table} (
  caller text not null,
  method text not null,
  key text not null,
  fingerprint text not null,
  member text check (member in ('result', 'error', 'none')),
  response text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (caller, method, key)
)`,
      `create index if not exists ${index}_expires_at on ${table} (expires_at)`,
    ];
  }

  /**
   * Claims a key for the transaction of the executor. A new key takes one statement. An advisory lock
   * shows at once whether another transaction has claimed it, while a plain insert would wait for that
   * transaction.
   */
  async claim(executor: SqlExecutor, claim: Claim): Promise<ClaimOutcome> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if (await this.#insert(executor, claim)) return { kind: 'claimed' };
      const { held, expired, fingerprint, member, response } = await this.#find(executor, claim);
      if (fingerprint !== null && expired !== true && member !== null) {
        return {
          kind: 'recorded',
          fingerprint,
          response: member === 'none' ? undefined : { member, json: response ?? 'null' },
        };
      }
      if (!held || (fingerprint !== null && expired !== true)) break;
      if (expired === true) await this.#deleteExpired(executor, claim);
      // Without a row, the other transaction has ended since the insert.
    }
    return { kind: 'in-progress' };
  }

  /** Returns false if the key exists or another transaction has claimed it. */
  async #insert(executor: SqlExecutor, claim: Claim): Promise<boolean> {
    const { caller, method, key, fingerprint, expiresAfter } = claim;
    const { rows } = await executor.executeSql(
      `insert into ${this.#name} (caller, method, key, fingerprint, expires_at)
select $2::text, $3::text, $4::text, $5::text, now() + $6::double precision * interval '1 millisecond'
where pg_try_advisory_xact_lock($1::bigint)
on conflict do nothing returning true as claimed`,
      [this.#lock(claim), caller, method, key, fingerprint, expiresAfter],
    );
    return rows.length === 1;
  }

  /** Returns whether this transaction has the lock, and the row of the key, if it is visible. */
  async #find(executor: SqlExecutor, scopedKey: ScopedKey): Promise<FoundRow> {
    const { caller, method, key } = scopedKey;
    const { rows } = await executor.executeSql(
      `select pg_try_advisory_xact_lock($1::bigint) as held, expires_at <= now() as expired,
  fingerprint, member, response
from (select) as one left join ${this.#name}
  on caller = $2::text and method = $3::text and key = $4::text`,
      [this.#lock(scopedKey), caller, method, key],
    );
    return rows[0] as FoundRow;
  }

  async #deleteExpired(executor: SqlExecutor, { caller, method, key }: ScopedKey): Promise<void> {
    await executor.executeSql(
      `delete from ${this.#name}
where caller = $1::text and method = $2::text and key = $3::text and expires_at <= now()`,
      [caller, method, key],
    );
  }

  /**
   * Waits until no other transaction has claimed the key. After the time limit, the transaction fails.
   *
   * @param milliseconds more than 0; PostgreSQL waits for at most 24 days
   */
  async wait(executor: SqlExecutor, key: ScopedKey, milliseconds: number): Promise<void> {
    const { rows } = await executor.executeSql(
      `select current_setting('lock_timeout') as previous`,
      [],
    );
    const { previous } = rows[0] as { readonly previous: string };
    const setTimeout = `select set_config('lock_timeout', $1::text, true)`;
    const limit = Math.min(Math.ceil(milliseconds), MAX_LOCK_TIMEOUT);
    await executor.executeSql(setTimeout, [`${limit}ms`]);
    await executor.executeSql('select pg_advisory_xact_lock($1::bigint)', [this.#lock(key)]);
    await executor.executeSql(setTimeout, [previous]);
  }

  /**
   * Records the response of a call. An insert finds the row by the primary key. An update of a small table could read
   * all of it, after which serializable transactions with other keys conflict. A row without a fingerprint is a new one.
   *
   * @throws Error if the transaction doesn't hold the key, or no longer does
   */
  async record(
    executor: SqlExecutor,
    { caller, method, key }: ScopedKey,
    response: RecordedResponse | undefined,
  ): Promise<void> {
    const { rows } = await executor.executeSql(
      `insert into ${this.#name} as claimed (caller, method, key, fingerprint, expires_at, member, response)
values ($1::text, $2::text, $3::text, '', now(), $4::text, $5::text)
on conflict (caller, method, key) do update set member = excluded.member, response = excluded.response
where claimed.member is null
returning fingerprint <> '' as recorded`,
      [caller, method, key, response?.member ?? 'none', response?.json ?? null],
    );
    if ((rows as readonly { readonly recorded: boolean }[])[0]?.recorded === true) return;
    throw new Error(
      `method "${method}": the response can't be recorded, because the transaction of the call no ` +
        `longer holds its idempotency key. Don't end the transaction in the handler, or roll it back to ` +
        `a savepoint from before the handler.`,
    );
  }

  /** Deletes expired keys, the oldest first. Returns their number. */
  async sweep(executor: SqlExecutor, limit: number): Promise<number> {
    const { rows } = await executor.executeSql(
      `delete from ${this.#name} where ctid = any (array(
  select ctid from ${this.#name} where expires_at <= now()
  order by expires_at limit $1::integer for update skip locked
)) returning true as deleted`,
      [limit],
    );
    return rows.length;
  }

  #lock({ caller, method, key }: ScopedKey): string {
    return lockNumber(this.#name, caller, method, key);
  }
}
