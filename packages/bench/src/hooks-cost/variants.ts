import { addInstrumentation } from '@jsonrpc-kit/core';
import { trackerJsonRpcIntegration } from '@jsonrpc-kit/tracker';
import { otelInstrumentation } from '@jsonrpc-kit/tracker/otel';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import * as Sentry from '@sentry/node';

/** What a process is set up with before it serves. */
export const variants: Readonly<Record<string, () => void>> = {
  'no hooks': () => undefined,
  'hooks that only pass through': () => {
    addInstrumentation({
      request: (_, run) => run(),
      call: (_, run) => run(),
      afterResponse: (_, run) => run(),
      error: () => undefined,
    });
  },
  'OpenTelemetry, hooks but no SDK': () => {
    addInstrumentation(otelInstrumentation());
  },
  'OpenTelemetry, context manager but no hooks': () => {
    useContext();
  },
  'OpenTelemetry, every trace': () => {
    useContext();
    trace.setGlobalTracerProvider(new BasicTracerProvider());
    addInstrumentation(otelInstrumentation());
  },
  'Sentry without the integration': () => {
    initSentry({ tracesSampleRate: 1, integrations: [] });
  },
  'Sentry, errors only': () => {
    initSentry({ integrations: [trackerJsonRpcIntegration()] });
  },
  'Sentry, no trace of a hundred': () => {
    initSentry({ tracesSampleRate: 0, integrations: [trackerJsonRpcIntegration()] });
  },
  'Sentry, every trace': () => {
    initSentry({ tracesSampleRate: 1, integrations: [trackerJsonRpcIntegration()] });
  },
};

function useContext(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

/** Without its own instrumentation, which is its own affair; what it would send is thrown away. */
function initSentry(options: Sentry.NodeOptions): void {
  Sentry.init({
    dsn: 'http://key@127.0.0.1:1/1',
    defaultIntegrations: false,
    transport: (transport) =>
      Sentry.createTransport(transport, () => Promise.resolve({ statusCode: 200 })),
    ...options,
  });
}
