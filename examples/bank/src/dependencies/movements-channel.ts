import { backgroundTasks, dependency, resource } from '@jsonrpc-kit/core';
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

/** Publishes movements after the response, so only if their transaction was committed. */
export const publishMovement = dependency(
  { movements: movementsChannel, tasks: backgroundTasks },
  ({ movements, tasks }): PublishMovement =>
    (accountId, line) =>
      tasks.add(async () => movements.publish(accountId, line)),
  { name: 'publishMovement' },
);
