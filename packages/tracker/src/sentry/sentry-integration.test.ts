import { Entrypoint } from '@jsonrpc-kit/core';
import * as core from '@sentry/core';
import * as Sentry from '@sentry/node';
import { expect, test, vi } from 'vitest';
import { call, serve } from '../../test/serve.js';
import { Tracked } from '../../test/tracked-sdk.js';
import { SentryIntegration, sentryIntegration } from '../index.js';

const rpc = new Entrypoint('/rpc');
rpc.method('ping', {}, () => 'pong');
rpc.method('crash', {}, () => {
  throw new Error('crashed');
});
const post = serve(rpc);

/** The first test, since Sentry can't be uninitialized. */
test('the integration does nothing without Sentry.init()', async () => {
  expect(Sentry.getClient()).toBeUndefined();
  expect(sentryIntegration()).toBeInstanceOf(SentryIntegration);
  const response = { json: { id: 1, result: 'pong' } };
  expect(await post(call('ping', 1))).toMatchObject(response);
  expect(await post(call('crash', 1))).toMatchObject({ json: { error: { code: -32603 } } });
});

test('the integration uses the Sentry SDK under test', () => {
  expect(core.getClient).toBe(Sentry.getClient);
  expect(core.updateSpanName).toBe(Sentry.updateSpanName);
});

test('the integration tracks apis that are created before or after Sentry.init()', async () => {
  const before = serve(rpc);
  const tracked = await Tracked.start();
  await before(call('ping', 1));
  await serve(rpc)(call('ping', 2));
  expect((await tracked.transactions()).map(({ name }) => name)).toEqual(['ping', 'ping']);
});

test('the integration stops tracking after Sentry.close()', async () => {
  const transactionName = vi.fn<() => undefined>();
  const tracked = await Tracked.start({ transactionName });
  await post(call('ping', 1));
  expect(transactionName).toHaveBeenCalledOnce();
  await tracked.client?.close();
  expect(await post(call('crash', 1))).toMatchObject({ json: { error: { code: -32603 } } });
  expect(transactionName).toHaveBeenCalledOnce();
  expect(await tracked.events()).toEqual([]);
});

test.each([true, false])(
  'the integration of a second Sentry.init() replaces the first (closed: %s)',
  async (closed) => {
    // Sentry 11 warns about a second init().
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const first = await Tracked.start();
    if (closed) await first.client?.close();
    const second = await Tracked.start();
    await post(call('crash', 1));
    expect(await second.events()).toHaveLength(1);
    expect(await second.transactions()).toMatchObject([{ spans: [{ name: 'crash' }] }]);
    expect(await first.events()).toEqual([]);
    expect(await first.transactions()).toEqual([]);
  },
);

test('the integration tracks once if it is added twice', async () => {
  const tracked = await Tracked.start();
  tracked.client?.addIntegration(sentryIntegration());
  await post(call('crash', 1));
  expect(await tracked.events()).toHaveLength(1);
  expect(await tracked.transactions()).toMatchObject([{ spans: [{ name: 'crash' }] }]);
});

test('an error within Sentry does not affect responses', async () => {
  const tracked = await Tracked.start();
  tracked.client?.on('spanStart', () => {
    throw new Error('broken SDK');
  });
  const logged = vi.fn<(details: object, message: string) => void>();
  const { json } = await serve(rpc, { error: logged, warn: logged })(call('ping', 1));
  expect(json).toMatchObject({ result: 'pong' });
  expect(logged.mock.calls.map(([, message]) => message)).toContain('Instrumentation hook failed');
});

test('the integration does not warn about a Sentry SDK of the same version', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await Tracked.start();
  expect(warn).not.toHaveBeenCalled();
});
