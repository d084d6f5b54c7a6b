create table if not exists jsonrpc_events (
  id bigint generated always as identity primary key,
  channel text not null,
  key text not null,
  seq bigint,
  mark integer not null default (random() * 2147483647)::integer,
  json text not null,
  created_at timestamptz not null default clock_timestamp()
);

create unique index if not exists jsonrpc_events_seq on jsonrpc_events (channel, key, seq);

create index if not exists jsonrpc_events_new on jsonrpc_events (id) where seq is null;

create index if not exists jsonrpc_events_created_at on jsonrpc_events (channel, created_at);

create sequence if not exists jsonrpc_events_version;

create table if not exists jsonrpc_events_keys (
  channel text not null,
  key text not null,
  newest bigint not null,
  newest_mark integer not null,
  version bigint not null,
  primary key (channel, key)
);

create index if not exists jsonrpc_events_keys_version on jsonrpc_events_keys (version);
