import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { inTransaction, type PostgresClient } from './database.js';

/** A connection that breaks in the statement `work`, as `pg` reports it. */
class BreakingClient extends EventEmitter implements PostgresClient {
  readonly released: unknown[] = [];

  async query(text: string): Promise<{ rows: unknown[] }> {
    if (text !== 'work') return { rows: [] };
    const error = new Error('Connection terminated unexpectedly');
    this.emit('error', error);
    throw error;
  }

  release(destroy?: boolean): void {
    this.released.push(destroy);
  }
}

test('a connection that breaks in a transaction fails it, and not the process', async () => {
  const client = new BreakingClient();
  const database = { query: client.query.bind(client), connect: async () => client };
  for (let count = 1; count <= 20; count += 1) {
    const work = inTransaction(
      database,
      (executor) => executor.executeSql('work', []),
      new AbortController().signal,
    );
    await expect(work).rejects.toThrow('Connection terminated unexpectedly');
  }
  expect(client.released).toHaveLength(20);
  expect(new Set(client.released)).toEqual(new Set([true]));
  expect(client.listenerCount('error')).toBe(1);
});

test('a transaction without a response is abandoned, and its connection is closed once', async () => {
  const client = new BreakingClient();
  const database = { query: client.query.bind(client), connect: async () => client };
  const abandoning = new AbortController();
  // A driver rejects what a closed connection can't respond to.
  const hanging = once(client, 'closed').then(() => {
    throw new Error('Connection terminated');
  });
  const begun = once(client, 'begun');
  const work = inTransaction(
    database,
    () => {
      client.emit('begun');
      return hanging;
    },
    abandoning.signal,
  );
  await begun;
  abandoning.abort();
  expect(client.released).toEqual([true]);
  client.emit('closed');
  await expect(work).rejects.toThrow('Connection terminated');
  expect(client.released).toEqual([true]);
});
