import { jsonRpc } from '@jsonrpc-kit/hono';
import { sentryIntegration } from '@jsonrpc-kit/tracker';
import * as Sentry from '@sentry/cloudflare';
import { Hono } from 'hono';
import { createApi } from './api.js';

interface Env {
  /** The DSN of the project that receives traces and errors. Without a DSN, nothing is sent. */
  readonly SENTRY_DSN?: string;
}

const app = new Hono<{ Bindings: Env }>();
app.route('/', jsonRpc(createApi()));

const tracedApp = Sentry.withSentry(
  (env: Env) => ({
    dsn: env.SENTRY_DSN,
    // The share of HTTP requests that are traced. Lower it when there are many.
    tracesSampleRate: 1,
    integrations: [sentryIntegration()],
  }),
  { fetch: (request, env, context) => app.fetch(request, env, context) },
);

export default {
  fetch: (request, env, context) =>
    env.SENTRY_DSN ? tracedApp.fetch(request, env, context) : app.fetch(request, env, context),
} satisfies ExportedHandler<Env>;
