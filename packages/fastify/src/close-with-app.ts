import { type Api, checkOptions, duration, settlesWithin } from '@jsonrpc-kit/core/adapter';
import type { OpenResponses } from '@jsonrpc-kit/node/adapter';
import type { FastifyInstance } from 'fastify';

/** For what was aborted to roll back, and for its answers to leave. */
const ABORT_MILLISECONDS = 1_000;
const MILLISECONDS_AFTER = 2 * ABORT_MILLISECONDS;

/**
 * Closes the api before the server is: no call is lost, and its answer is sent. Fastify itself
 * answers new requests from then on.
 */
export function closeWithApp(
  app: FastifyInstance,
  api: Api,
  { responses, closeTimeout }: { responses: OpenResponses; closeTimeout: number | undefined },
): void {
  checkOptions('jsonRpc', { closeTimeout }, { closeTimeout: duration });
  const timeout = closeTimeout ?? longestTimeout(app) ?? 10_000;
  if (timeout > (longestTimeout(app) ?? Infinity)) {
    throw new RangeError(
      `jsonRpc: closeTimeout is ${timeout}, and Fastify's pluginTimeout must be at least ` +
        `${MILLISECONDS_AFTER} more (or 0): it ends what closes the api`,
    );
  }
  app.addHook('preClose', async () => {
    const end = performance.now() + timeout + MILLISECONDS_AFTER - 200;
    await api.close({ timeout, abortTimeout: ABORT_MILLISECONDS });
    await settlesWithin(responses.whenSent(), end - performance.now());
  });
}

/** Undefined where Fastify sets no limit. */
function longestTimeout({ initialConfig }: FastifyInstance): number | undefined {
  const { pluginTimeout = 10_000 } = initialConfig;
  return pluginTimeout === 0 ? undefined : Math.max(pluginTimeout - MILLISECONDS_AFTER, 0);
}
