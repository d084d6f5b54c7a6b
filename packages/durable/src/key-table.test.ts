import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KeyTable } from './key-table.js';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('createTable() executes the statements of the published migration and of the guide', () => {
  const { statements } = new KeyTable('jsonrpc_idempotent_calls');
  const sql = `${statements.join(';\n\n')};\n`;
  expect(read('../sql/0001-idempotent-calls.sql')).toBe(sql);
  expect(read('../../../docs/guide/safe-retries.md')).toContain(sql);
});

test('a table in a schema has its index there', () => {
  const [table, index] = new KeyTable('app.calls').statements;
  expect(table).toMatch(/^create table if not exists app\.calls \(/);
  expect(index).toBe('create index if not exists calls_expires_at on app.calls (expires_at)');
});
