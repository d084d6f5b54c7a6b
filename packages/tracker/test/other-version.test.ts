import { Entrypoint } from '@jsonrpc-kit/core';
import { SDK_VERSION } from '@sentry/core';
import { SDK_VERSION as OTHER_VERSION } from 'sentry-core-11';
import * as Sentry from 'sentry-node-11';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sentryIntegration } from '../src/index.js';
import { Ingest } from './ingest.js';
import { call, serve } from './serve.js';

test('the integration warns about a Sentry SDK of another version and says what to install', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const ingest = await Ingest.listen();
  const integration = sentryIntegration();
  const client = Sentry.init({
    dsn: ingest.dsn,
    tracesSampleRate: 1,
    // The types of the two versions differ.
    integrations: [integration as unknown as ReturnType<typeof Sentry.dedupeIntegration>],
  });
  onTestFinished(async () => {
    await client?.close();
    ingest.close();
  });
  expect(SDK_VERSION).not.toBe(OTHER_VERSION);
  expect(warn.mock.calls).toEqual([
    [
      `@jsonrpc-kit/tracker can't track anything: it uses @sentry/core ${SDK_VERSION}, but your ` +
        `Sentry SDK uses ${OTHER_VERSION}. Install @sentry/core@${OTHER_VERSION} as a dependency of ` +
        'your application.',
    ],
  ]);

  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  expect(await serve(rpc)(call('ping', 1))).toMatchObject({ json: { result: 'pong' } });
  await client?.flush();
  expect(ingest.items).toEqual([]);
});
