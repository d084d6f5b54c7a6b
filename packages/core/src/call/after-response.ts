import { createDeferred } from '../async/deferred.js';
import { withAfterResponseHooks } from './call-hooks.js';
import type { Effects } from './message-outcome.js';
import type { MessageScope } from './message-scope.js';
import { closeSharedAfterResponse } from './close-shared-dependencies.js';

/**
 * Returns the function that the carrier calls when the response has been sent, if any work follows it.
 * `api.close()` waits for the work that it starts.
 */
export function afterResponse(scope: MessageScope): Effects['afterResponse'] {
  scope.forgetResponses();
  if (!scope.hasWorkAfterResponse) return () => scope.whenFinished();
  const sent = createDeferred();
  const ended = sent.promise
    .then(() => closeAndRunTasks(scope))
    .catch((err: unknown) => {
      scope.logger.error({ err }, 'Work after the response failed');
    });
  scope.bound.running.work.track(ended);
  const { valueUses } = scope.carrier;
  valueUses?.begin();
  void ended.then(() => valueUses?.end());
  return () => {
    sent.resolve();
    return ended;
  };
}

/**
 * Runs the teardowns, and then the background tasks, which may take a long time. Shared teardowns wait
 * for notifications, but background tasks don't.
 */
async function closeAndRunTasks(scope: MessageScope): Promise<void> {
  for (const call of scope.callsToClose) {
    await withAfterResponseHooks(call, 'teardown', () => call.dependencyStack.closeAfterResponse());
  }
  const shared = closeSharedAfterResponse(scope);
  if (!scope.hasUnfinished) await shared;
  await scope.tasks.run();
  await shared;
}
