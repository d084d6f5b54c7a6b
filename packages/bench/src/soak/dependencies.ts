import { setTimeout as wait } from 'node:timers/promises';
import { defineError, dependency, header, Unauthorized } from '@jsonrpc-kit/core';
import * as v from 'valibot';

/** Counts the dependencies opened and closed by name, and the background tasks added and run. */
export interface SoakCounter {
  readonly opened: Record<string, number>;
  readonly closed: Record<string, number>;
  tasksAdded: number;
  tasksRun: number;
}

export class Rejected extends defineError({ code: 6100, message: 'Rejected' }) {}

/** Creates dependencies that count how often they are opened and closed. */
export function soakDependencies(counter: SoakCounter) {
  const counted = (name: string, teardown: 'before-response' | 'after-response') =>
    dependency(
      {},
      async function* () {
        increment(counter.opened, name);
        try {
          yield name;
        } finally {
          await wait(0);
          increment(counter.closed, name);
        }
      },
      { name, teardown },
    );
  const transaction = counted('transaction', 'before-response');
  const connection = counted('connection', 'after-response');
  const token = header(v.optional(v.string()), { alias: 'user-auth-token' });
  return {
    session: counted('session', 'after-response'),
    subscription: counted('subscription', 'after-response'),
    transaction,
    rejecting: dependency({ transaction }, async (): Promise<string> => {
      await wait(1);
      throw new Rejected();
    }),
    brokenTeardown: dependency({ transaction }, async function* () {
      increment(counter.opened, 'broken');
      yield 'broken';
      increment(counter.closed, 'broken');
      throw new Error('Broken on purpose');
    }),
    connection: dependency({ connection, token }, async (args) => {
      await wait(1);
      if (args.token === 'revoked') throw new Unauthorized();
    }),
  };
}

function increment(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
