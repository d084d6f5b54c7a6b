import { EventEmitter } from 'node:events';
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
    const work = inTransaction(database, (executor) => executor.executeSql('work', []));
    await expect(work).rejects.toThrow('Connection terminated unexpectedly');
  }
  expect(client.released).toHaveLength(20);
  expect(new Set(client.released)).toEqual(new Set([true]));
  expect(client.listenerCount('error')).toBe(1);
});
