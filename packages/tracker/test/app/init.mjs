// Initializes Sentry by the environment variable TRACKER_APP.

import * as Sentry from '@sentry/node';
import { sentryIntegration } from '@jsonrpc-kit/tracker';

const { dsn, lifecycle, instrumentation, tracesSampleRate } = JSON.parse(
  process.env.TRACKER_APP ?? '{}',
);

/** The HTTP and framework integrations of Sentry, which the options enable or disable. */
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
      // Sentry keeps the last integration of a name.
      ...(instrumentation === 'on, without spans'
        ? [Sentry.httpIntegration({ spans: false })]
        : []),
      sentryIntegration(),
    ],
  });
}
