import type { TransactionExecutor } from '@jsonrpc-kit/core/types';
import type { Position } from '../cursor.js';
import type { HistoryPage, StoredEvent } from '../store.js';

/** A key whose newest event has changed. */
export interface ChangedKey {
  readonly channel: string;
  readonly key: string;
  /** Orders the changes of all keys. */
  readonly version: number;
}

/** The name of the tables, with or without a schema. */
const NAME = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/;

/**
 * The tables with events and with the newest event of each key.
 *
 * Transactions commit in another order than they take their numbers from a sequence. A reader of `id > $1` can
 * therefore miss an event: it has read number 8, and number 7 is committed afterwards. So writers only insert,
 * without a number. Events get their numbers after they were committed, from one process at a time, and
 * readers follow these numbers, which have no gaps for each key.
 */
export class EventTables {
  readonly name: string;

  /** @throws TypeError if the name isn't an unquoted lower-case identifier */
  constructor(name: string) {
    if (!NAME.test(name)) {
      throw new TypeError(
        `postgresStore(): table must be a lower-case name that needs no quotes, not ` +
          `${JSON.stringify(name)}. Write table: 'events' or table: 'app.events'.`,
      );
    }
    this.name = name;
  }

  /** Creates the tables if they don't exist. */
  async create(executor: TransactionExecutor): Promise<void> {
    const text = 'select to_regclass($1) is not null as exists';
    const { rows } = await executor.executeSql(text, [this.name]);
    if ((rows as readonly { readonly exists: boolean }[])[0]?.exists === true) return;
    // `if not exists` doesn't keep processes that start at once from creating a table twice.
    const all = [`perform pg_advisory_xact_lock(${this.#lock})`, ...this.statements].join(';\n');
    await executor.executeSql(`do $create$ begin ${all}; end $create$`, []);
  }

  /** The statements that create the tables. */
  get statements(): readonly string[] {
    const { name } = this;
    const index = name.slice(name.indexOf('.') + 1);
    return [
      `create table if not exists ${name} (
  id bigint generated always as identity primary key,
  channel text not null,
  key text not null,
  seq bigint,
  mark integer not null default (random() * 2147483647)::integer,
  json text not null,
  created_at timestamptz not null default clock_timestamp()
)`,
      `create unique index if not exists ${index}_seq on ${name} (channel, key, seq)`,
      `create index if not exists ${index}_new on ${name} (id) where seq is null`,
      `create index if not exists ${index}_created_at on ${name} (channel, created_at)`,
      `create sequence if not exists ${name}_version`,
      `create table if not exists ${name}_keys (
  channel text not null,
  key text not null,
  newest bigint not null,
  newest_mark integer not null,
  version bigint not null,
  primary key (channel, key)
)`,
      `create index if not exists ${index}_keys_version on ${name}_keys (version)`,
    ];
  }

  async append(
    executor: TransactionExecutor,
    event: readonly [string, string, string],
  ): Promise<void> {
    const text = `insert into ${this.name} (channel, key, json) values ($1::text, $2::text, $3::text)`;
    await executor.executeSql(text, [...event]);
  }

  /**
   * Waits until no other process numbers events. This has to be a statement before `number()`: a statement sees
   * what was committed when it began, and not what the holder of the lock commits while it waits.
   */
  async lock(executor: TransactionExecutor): Promise<void> {
    await executor.executeSql(`select pg_advisory_xact_lock(${this.#lock})`, []);
  }

  /** Numbers committed events, in a transaction with the lock. Returns how many. */
  async number(executor: TransactionExecutor, limit: number): Promise<number> {
    const { name } = this;
    const { rows } = await executor.executeSql(
      `with waiting as (
  select id, channel, key, mark from ${name} where seq is null order by id limit $1::integer
), counted as (
  select *, row_number() over (partition by channel, key order by id) as n from waiting
), last as (
  select distinct on (channel, key) channel, key, n, mark from counted order by channel, key, n desc
), bumped as (
  insert into ${name}_keys as known (channel, key, newest, newest_mark, version)
  select channel, key, n, mark, nextval('${name}_version') from last
  on conflict (channel, key) do update set newest = known.newest + excluded.newest,
    newest_mark = excluded.newest_mark, version = excluded.version
  returning channel, key, newest
), numbered as (
  update ${name} as event set seq = bumped.newest - last.n + counted.n
  from counted join last using (channel, key) join bumped using (channel, key)
  where event.id = counted.id returning 1
)
select count(*)::integer as count from numbered`,
      [limit],
    );
    return (rows as readonly { readonly count: number }[])[0]?.count ?? 0;
  }

  async read(
    executor: TransactionExecutor,
    { channel, key, after, limit }: ReadRange,
  ): Promise<HistoryPage> {
    const { name } = this;
    const { rows } = await executor.executeSql(
      `select known.newest, known.newest_mark, oldest.seq as oldest, oldest.mark as oldest_mark,
  event.seq, event.mark, event.json
from ${name}_keys as known
left join lateral (
  select seq, mark from ${name}
  where channel = known.channel and key = known.key and seq is not null order by seq limit 1
) as oldest on true
left join lateral (
  select seq, mark, json from ${name}
  where channel = known.channel and key = known.key and seq > $3::bigint order by seq limit $4::integer
) as event on true
where known.channel = $1::text and known.key = $2::text
order by event.seq`,
      [channel, key, after, limit],
    );
    const found = rows as readonly EventRow[];
    const [first] = found;
    const newest = first && positionOf(first.newest, first.newest_mark);
    const events = found.flatMap(({ seq, mark, json }): StoredEvent[] => {
      const position = positionOf(seq, mark);
      return position === undefined || json === null ? [] : [{ ...position, json }];
    });
    // Events expire by their age, and several processes delete them, so an event may be missing behind one that
    // is still there. What precedes it counts as expired too, because a gap must not be silent.
    const isBehind = after < (newest?.seq ?? 0);
    if (isBehind && events.length < limit && events.at(-1)?.seq !== newest?.seq) {
      return { oldest: undefined, newest, events: [] };
    }
    const begin = events.findLastIndex(
      ({ seq }, index) => seq !== (events[index - 1]?.seq ?? seq - 1) + 1,
    );
    if (begin > 0) return { oldest: events[begin], newest, events: events.slice(begin) };
    return { oldest: first && positionOf(first.oldest, first.oldest_mark), newest, events };
  }

  /** Returns keys with new events, the oldest change first. */
  async changes(
    executor: TransactionExecutor,
    after: number,
    limit: number,
  ): Promise<readonly ChangedKey[]> {
    const { rows } = await executor.executeSql(
      `select channel, key, version::double precision as version from ${this.name}_keys
where version > $1::bigint order by version limit $2::integer`,
      [after, limit],
    );
    return rows as readonly ChangedKey[];
  }

  async newestVersion(executor: TransactionExecutor): Promise<number> {
    const { rows } = await executor.executeSql(
      `select coalesce(max(version), 0)::double precision as version from ${this.name}_keys`,
      [],
    );
    return (rows as readonly { readonly version: number }[])[0]?.version ?? 0;
  }

  /** Deletes the oldest of the events that are older than an age. Returns how many. */
  async deleteOld(
    executor: TransactionExecutor,
    { channel, age, limit }: { channel: string; age: number; limit: number },
  ): Promise<number> {
    const { rows } = await executor.executeSql(
      `delete from ${this.name} where id = any (array(
  select id from ${this.name} where channel = $1::text and seq is not null
    and created_at < now() - $2::double precision * interval '1 millisecond'
  order by created_at limit $3::integer for update skip locked
)) returning 1`,
      [channel, age, limit],
    );
    return rows.length;
  }

  /**
   * Deletes events beyond the number that a channel keeps for each key, of keys that have changed.
   * Returns how many.
   */
  async deleteBeyond(executor: TransactionExecutor, range: TrimRange): Promise<number> {
    const { channel, events, after, upTo, limit } = range;
    const { rows } = await executor.executeSql(
      `delete from ${this.name} where id = any (array(
  select event.id from ${this.name}_keys as known join ${this.name} as event
    on event.channel = known.channel and event.key = known.key
      and event.seq <= known.newest - $2::bigint
  where known.channel = $1::text and known.version > $3::bigint and known.version <= $4::bigint
  limit $5::integer for update of event skip locked
)) returning 1`,
      [channel, events, after, upTo, limit],
    );
    return rows.length;
  }

  get #lock(): string {
    return `hashtextextended('${this.name}', 0)`;
  }
}

/** A part of the history of a key. */
export interface ReadRange {
  readonly channel: string;
  readonly key: string;
  readonly after: number;
  readonly limit: number;
}

/** Keys that changed between two versions. */
export interface TrimRange {
  readonly channel: string;
  /** The number of events that each key keeps. */
  readonly events: number;
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

/** Drivers return `bigint` as text. */
type Bigint = string | number | bigint | null;

interface EventRow {
  readonly newest: Bigint;
  readonly newest_mark: number | null;
  readonly oldest: Bigint;
  readonly oldest_mark: number | null;
  readonly seq: Bigint;
  readonly mark: number | null;
  readonly json: string | null;
}

function positionOf(seq: Bigint, mark: number | null): Position | undefined {
  return seq === null || mark === null ? undefined : { seq: Number(seq), mark: mark.toString(36) };
}
