import { Conflict, Entrypoint } from '@jsonrpc-kit/core';
import { transaction } from './database.js';
import { Greeting, Name } from './schemas.js';

export const v1 = new Entrypoint('/api/v1/jsonrpc');

export const greet = v1.method(
  'greet',
  {
    args: { name: Name, tx: transaction },
    result: Greeting,
    errors: [Conflict],
    summary: 'Greet a visitor and count the visits',
    examples: [{ params: { name: 'Ann' }, result: { message: 'Hello, Ann' } }],
  },
  async ({ name, tx }) => {
    const { visits } = await tx
      .insertInto('visitors')
      .values({ name, visits: 1 })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((eb) => ({ visits: eb('visitors.visits', '+', 1) })),
      )
      .returning('visits')
      .executeTakeFirstOrThrow();
    return { message: visits === 1 ? `Hello, ${name}` : `Hello, ${name}. This is visit ${visits}` };
  },
);
