import { Entrypoint } from '@jsonrpc-kit/core';
import * as core from '@sentry/core';
import * as Sentry from '@sentry/node';
import { expect, test, vi } from 'vitest';
import { call, serve } from '../../test/serve.js';
import { Tracked } from '../../test/track.js';
import { TrackerJsonRpcIntegration, trackerJsonRpcIntegration } from '../index.js';

const rpc = new Entrypoint('/rpc');
rpc.method('ping', {}, () => 'pong');
rpc.method('crash', {}, () => {
  throw new Error('crashed');
});
const post = serve(rpc);

/** First of all, as there is no way back. */
test('without init nothing is tracked and nothing is different', async () => {
  expect(Sentry.getClient()).toBeUndefined();
  expect(trackerJsonRpcIntegration()).toBeInstanceOf(TrackerJsonRpcIntegration);
  const answer = { json: { id: 1, result: 'pong' } };
  expect(await post(call('ping', 1))).toMatchObject(answer);
  expect(await post(call('crash', 1))).toMatchObject({ json: { error: { code: -32603 } } });
});

test('the SDK under test is the one that the integration uses', () => {
  expect(core.getClient).toBe(Sentry.getClient);
  expect(core.updateSpanName).toBe(Sentry.updateSpanName);
});

test('an api that is made before or after init is tracked', async () => {
  const before = serve(rpc);
  const tracked = await Tracked.start();
  await before(call('ping', 1));
  await serve(rpc)(call('ping', 2));
  expect((await tracked.transactions()).map(({ name }) => name)).toEqual(['ping', 'ping']);
});

test('after close nothing is tracked any more, nor asked for', async () => {
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
  'a second init takes the place of the first (closed: %s)',
  async (closed) => {
    // Sentry 11 advises against it.
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

test('an integration that is given twice tracks once', async () => {
  const tracked = await Tracked.start();
  tracked.client?.addIntegration(trackerJsonRpcIntegration());
  await post(call('crash', 1));
  expect(await tracked.events()).toHaveLength(1);
  expect(await tracked.transactions()).toMatchObject([{ spans: [{ name: 'crash' }] }]);
});

test('Sentry fails nothing when it fails itself', async () => {
  const tracked = await Tracked.start();
  tracked.client?.on('spanStart', () => {
    throw new Error('broken SDK');
  });
  const logged = vi.fn<(details: object, message: string) => void>();
  const { json } = await serve(rpc, { error: logged, warn: logged })(call('ping', 1));
  expect(json).toMatchObject({ result: 'pong' });
  expect(logged.mock.calls.map(([, message]) => message)).toContain('Instrumentation hook failed');
});

test('of the version there is no word where it is the right one', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await Tracked.start();
  expect(warn).not.toHaveBeenCalled();
});
