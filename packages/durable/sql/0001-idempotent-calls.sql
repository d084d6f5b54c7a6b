create table if not exists jsonrpc_idempotent_calls (
  caller text not null,
  method text not null,
  key text not null,
  fingerprint text not null,
  member text check (member in ('result', 'error', 'none')),
  response text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (caller, method, key)
);

create index if not exists jsonrpc_idempotent_calls_expires_at on jsonrpc_idempotent_calls (expires_at);
