import { dependency, resource } from '@jsonrpc-kit/core';
import { type Channel, channel } from '@jsonrpc-kit/events';
import type * as v from 'valibot';
import { AccountId } from '../accounts/account-id.js';
import { StatementLine } from '../movements/statement-line.js';

type Line = v.InferOutput<typeof StatementLine>;

/** The movements of each account, which `createBank()` provides. */
export const movementsChannel = resource<Channel<string, Line, Line>>('movementsChannel');

/** Creates a channel that keeps the latest movements of each account in memory. */
export function createMovementsChannel(): Channel<string, Line, Line> {
  return channel('movements', { key: AccountId, event: StatementLine, history: { events: 100 } });
}

/** Publishes a line of the statement of an account. */
export type PublishMovement = (accountId: string, line: Line) => void;

/** Publishes the movements of a call once its transaction has been committed. */
export const publishMovement = dependency(
  { movements: movementsChannel },
  async function* ({ movements }): AsyncGenerator<PublishMovement, void> {
    const made: Parameters<PublishMovement>[] = [];
    yield (...movement) => {
      made.push(movement);
    };
    // A call that fails, for example because its commit does, throws at the yield.
    for (const movement of made) await movements.publish(...movement);
  },
  { name: 'publishMovement' },
);
