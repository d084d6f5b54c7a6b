// Starts Sentry as the variable TRACKER_APP says.

import * as Sentry from '@sentry/node';
import { trackerJsonRpcIntegration } from '@jsonrpc-kit/tracker';

const { dsn, lifecycle, instrumentation, tracesSampleRate } = JSON.parse(
  process.env.TRACKER_APP ?? '{}',
);

/** What of Sentry's own looks at HTTP and at frameworks, and is there or not. */
const leftOut = {
  on: [],
  'on, later': [],
  off: ['Http', 'NodeFetch', 'Hono', 'Express', 'Fastify'],
  'on, without spans': ['NodeFetch', 'Hono', 'Express', 'Fastify'],
  'of frameworks only': ['Http', 'NodeFetch'],
};

export function init() {
  Sentry.init({
    dsn,
    tracesSampleRate,
    traceLifecycle: lifecycle,
    integrations: (defaults) => [
      ...defaults.filter(({ name }) => !leftOut[instrumentation].includes(name)),
      // Of two of one name the last is taken.
      ...(instrumentation === 'on, without spans'
        ? [Sentry.httpIntegration({ spans: false })]
        : []),
      trackerJsonRpcIntegration(),
    ],
  });
}
