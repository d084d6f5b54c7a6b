import { AsyncLocalStorage } from 'node:async_hooks';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import * as Sentry from '@sentry/node';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { runAsJob } from '@jsonrpc-kit/test-support/other-carriers';
import { Gate } from '../../test/gate.js';
import { call, notification, serve } from '../../test/serve.js';
import { Tracked } from '../../test/tracked-sdk.js';

/**
 * A method that sets a tag, waits for all other calls, and throws. A scope that two calls share would
 * have the tags of both by then.
 */
function meeting(size: number, concurrency = 100): Entrypoint {
  const rpc = new Entrypoint('/rpc', { concurrency });
  const all = new Gate();
  let arrived = 0;
  rpc.method('meet', { args: { name: v.string() } }, async ({ name }) => {
    Sentry.setTag('name', name);
    Sentry.getIsolationScope().setTag(`isolation-${name}`, 'yes');
    Sentry.getCurrentScope().setTag(`current-${name}`, 'yes');
    Sentry.addBreadcrumb({ message: `${name} came` });
    if (++arrived === size) all.open();
    await all.opened;
    throw new Error(name);
  });
  rpc.method('mark', { args: { name: v.string() } }, async ({ name }) => {
    // Further calls have to wait.
    await new Promise((resolve) => setImmediate(resolve));
    Sentry.setTag('name', name);
    Sentry.addBreadcrumb({ message: `${name} came` });
    throw new Error(name);
  });
  return rpc;
}

async function expectApart(tracked: Tracked, names: readonly string[]): Promise<void> {
  const events = await tracked.events();
  const seen = events.map((event) => ({
    name: event.exception?.values[0]?.value,
    tags: Object.entries(event.tags ?? {})
      .filter(([key]) => /^(name|isolation-|current-)/.test(key))
      .map(([key, value]) => `${key}=${value}`)
      .toSorted(),
    breadcrumbs: event.breadcrumbs
      ?.map(({ message }) => message)
      .filter((m) => m?.endsWith('came')),
  }));
  expect(seen.toSorted((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual(
    names.map((name) => ({
      name,
      tags: [`current-${name}=yes`, `isolation-${name}=yes`, `name=${name}`],
      breadcrumbs: [`${name} came`],
    })),
  );
}

const meet = (name: string): object => call('meet', name, { name });

test('concurrent calls and batches have separate scopes', async () => {
  const post = serve(meeting(6));
  const tracked = await Tracked.start();
  await Promise.all([
    post([meet('a1'), meet('a2'), notification('meet', { name: 'a3' })]),
    post([meet('b1'), meet('b2'), meet('b3')]),
  ]);
  await expectApart(tracked, ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
});

test('calls that have waited for another call have separate scopes', async () => {
  const post = serve(meeting(0, 1));
  const tracked = await Tracked.start();
  const names = ['a', 'b', 'c'];
  await post(names.map((name) => call('mark', name, { name })));
  const events = await tracked.events();
  expect(
    events.map(({ tags, breadcrumbs }) => [
      tags?.['name'],
      breadcrumbs?.map(({ message }) => message).filter((message) => message?.endsWith('came')),
    ]),
  ).toEqual(names.map((name) => [name, [`${name} came`]]));
});

test.each([1, undefined])(
  'an event of a call that has waited keeps the trace of its client (sample rate %s)',
  async (tracesSampleRate) => {
    const post = serve(meeting(0, 1));
    const tracked = await Tracked.start({ tracesSampleRate });
    const traces = ['1', '2', '3'].map((digit) => digit.repeat(32));
    await Promise.all(
      traces.map((trace) =>
        post(
          [
            call('mark', 'first', { name: `first ${trace}` }),
            call('mark', 'second', { name: trace }),
          ],
          {
            'sentry-trace': `${trace}-${'4'.repeat(16)}-1`,
          },
        ),
      ),
    );
    const events = await tracked.events();
    const seen = events.map(({ exception, contexts, request }) => [
      exception?.values[0]?.value.replace('first ', ''),
      contexts.trace.trace_id,
      (request?.['headers'] as Record<string, string> | undefined)?.['content-type'],
    ]);
    expect(seen.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(
      traces.flatMap((trace) =>
        Array.from({ length: 2 }, () => [trace, trace, 'application/json']),
      ),
    );
  },
);

test('calls inherit the tags of their HTTP request', async () => {
  const post = serve(meeting(2));
  const tracked = await Tracked.start();
  await Sentry.withIsolationScope(async (scope) => {
    scope.setTag('tenant', 'acme');
    await post([meet('a'), meet('b')]);
  });
  const events = await tracked.events();
  expect(events.map(({ tags }) => tags?.['tenant'])).toEqual(['acme', 'acme']);
});

test('calls do not change the scopes of the process', async () => {
  const post = serve(meeting(1));
  const tracked = await Tracked.start();
  await post(meet('a'));
  Sentry.captureMessage('afterwards');
  const event = (await tracked.events()).find(({ message }) => message === 'afterwards');
  expect(event?.tags ?? {}).toEqual({});
  expect(event?.contexts.jsonrpc).toBeUndefined();
  expect(event?.transaction).toBeUndefined();
});

test('the async local storage of the application is preserved', async () => {
  const store = new AsyncLocalStorage<string>();
  const rpc = new Entrypoint('/rpc');
  rpc.method('stored', {}, () => store.getStore());
  await Tracked.start();
  const { json } = await store.run('mine', () => serve(rpc)(call('stored', 1)));
  expect(json).toMatchObject({ result: 'mine' });
});

test('a job has no data of the HTTP request in whose asynchronous context it runs', async () => {
  const rpc = new Entrypoint('/rpc');
  const api = new Api({ logger: { error: () => undefined, warn: () => undefined } });
  api.bindEntrypoint(rpc);
  rpc.method('crash', {}, () => {
    throw new Error('crashed');
  });
  rpc.method('outer', {}, async () => {
    Sentry.setTag('outer', 'yes');
    await runAsJob(api, rpc, 'crash');
  });
  const tracked = await Tracked.start();
  await serve(rpc)(call('outer', 1));
  const event = await tracked.event();
  expect(event).toMatchObject({ transaction: 'crash', tags: { 'jsonrpc.method': 'crash' } });
  expect(event?.tags).not.toHaveProperty('outer');
  expect(event?.request).toBeUndefined();
});
