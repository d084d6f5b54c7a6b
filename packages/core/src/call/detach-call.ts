import { createDeferred } from '../async/deferred.js';
import { contextStore, inContext } from '../context/current-context.js';
import type { DependencyStack } from '../di/dependency-stack.js';
import type { DetachedCall } from '../di/internal-call.js';
import type { SubscriptionEnd } from '../message/subscriber.js';
import type { DetachedParts } from './call-lifetime.js';
import type { ScopedCall } from './message-scope.js';
import { ReportingLogger } from './reporting-logger.js';

/**
 * Returns what a subscription needs of its call. Keeps no reference to the call, whose memory is needed
 * no longer, except in its asynchronous context.
 */
export function detachCall(
  call: ScopedCall,
  { dependencyStack, signal }: DetachedParts,
): DetachedCall {
  const { scope, id } = call;
  const { bound, carrier } = scope;
  const method = call.methodRoute?.name;
  const report: DetachedCall['report'] = (err, message) => {
    new ReportingLogger(bound.logger, { carrier }).error({ err, method, id }, message);
  };
  const using = scope.hasOpenDependencies ? createDeferred() : undefined;
  bound.running.work.begin();
  carrier.valueUses?.begin();
  if (using !== undefined) scope.keepOpenUntil(using.promise);
  const dispose = async (end: SubscriptionEnd): Promise<void> => {
    try {
      if (dependencyStack !== undefined) await closeDependencies(dependencyStack, end);
    } catch (error) {
      report(error, 'Teardown failed');
    }
    using?.resolve();
    carrier.valueUses?.end();
    bound.running.work.end();
  };
  return {
    errorCodes: bound.settings.errorCodes,
    inContext: contextStore === undefined ? undefined : (work) => inContext(call, () => work()),
    abort: (reason) => signal.abort(reason),
    dispose,
    abandon: (abandoned) => {
      bound.abandoned.begin();
      bound.logger.warn({ method }, 'Subscription abandoned: its iterable does not end');
      void abandoned.then(() => bound.abandoned.end());
    },
    report,
  };
}

async function closeDependencies(stack: DependencyStack, end: SubscriptionEnd): Promise<void> {
  if (end.kind === 'failed' && end.reason === 'failed') {
    await stack.fail(end.error);
    return;
  }
  await stack.closeBeforeResponse();
  await stack.closeAfterResponse();
}
