import { backgroundTasks, dependency, resource } from '@jsonrpc-kit/core';
import type { MovementFeed } from '../movements/movement-feed.js';

/** The feed of the bank, which `createBank()` provides. */
export const movementFeed = resource<MovementFeed>('movementFeed');

/** Publishes a movement in the feed after the response, so only if its transaction was committed. */
export const publishMovement = dependency(
  { feed: movementFeed, tasks: backgroundTasks },
  ({ feed, tasks }): MovementFeed['publish'] =>
    (accountId, line) =>
      tasks.add(() => feed.publish(accountId, line)),
  { name: 'publishMovement' },
);
