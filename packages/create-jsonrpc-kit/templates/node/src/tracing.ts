// Sends traces and errors to Sentry if SENTRY_DSN is set. The server loads this file before all others,
// because Sentry instruments modules while they are loaded.

const dsn = process.env.SENTRY_DSN;

if (dsn) {
  const Sentry = await import('@sentry/node');
  const { sentryIntegration } = await import('@jsonrpc-kit/tracker');
  Sentry.init({
    dsn,
    // The share of HTTP requests that are traced. Lower it when there are many.
    tracesSampleRate: 1,
    integrations: [sentryIntegration()],
  });
  // Sends pending events before the process exits.
  process.once('beforeExit', () => void Sentry.close(2_000));
}
