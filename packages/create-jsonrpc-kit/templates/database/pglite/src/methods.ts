import { Entrypoint } from '@jsonrpc-kit/core';
import { sql } from 'drizzle-orm';
import { transaction, visitors } from './database.js';
import { Greeting, Name } from './schemas.js';

export const v1 = new Entrypoint('/api/v1/jsonrpc');

export const greet = v1.method(
  'greet',
  {
    args: { name: Name, tx: transaction },
    result: Greeting,
    summary: 'Greet a visitor and count the visits',
    examples: [{ params: { name: 'Ann' }, result: { message: 'Hello, Ann' } }],
  },
  async ({ name, tx }) => {
    const [visitor] = await tx
      .insert(visitors)
      .values({ name, visits: 1 })
      .onConflictDoUpdate({ target: visitors.name, set: { visits: sql`${visitors.visits} + 1` } })
      .returning();
    const visits = visitor?.visits ?? 1;
    return { message: visits === 1 ? `Hello, ${name}` : `Hello, ${name}. This is visit ${visits}` };
  },
);
