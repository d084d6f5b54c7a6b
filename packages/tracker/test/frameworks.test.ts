import { beforeAll, describe, expect, test } from 'vitest';
import { App, type AppOptions } from './app.js';
import { type SentSpan, type SentTransaction, transactionsOf } from './sent.js';
import { call, notification } from './serve.js';
import type { SentEvent } from './track.js';

const apps: readonly AppOptions[] = [
  { sentry: 10, lifecycle: 'static', instrumentation: 'on' },
  { sentry: 10, lifecycle: 'static', instrumentation: 'on, later' },
  { sentry: 10, lifecycle: 'static', instrumentation: 'off' },
  { sentry: 10, lifecycle: 'static', instrumentation: 'on, without spans' },
  { sentry: 11, lifecycle: 'static', instrumentation: 'on' },
  { sentry: 11, lifecycle: 'stream', instrumentation: 'on' },
  { sentry: 11, lifecycle: 'stream', instrumentation: 'on, later' },
  { sentry: 11, lifecycle: 'stream', instrumentation: 'off' },
];

const frameworks = ['Hono', 'Express', 'Fastify'];

/**
 * What is sent to a framework, by a client with a trace of its own. The names of what crashes differ
 * everywhere, as Sentry 11 leaves out an event that is like the one before.
 */
function messagesTo(framework: string) {
  const crash = (name: string): object =>
    call('crash', name, { name: `${name} of ${framework}`, secret: 'hush-hush' });
  return {
    single: call('ping', 1),
    failing: crash('alone'),
    batch: [call('ping', 1), call('ping', 2), crash('five'), call('ping', 4), call('ping', 5)],
    left: ['left1', 'left2', 'left3'].map(crash),
    right: ['right1', 'right2', 'right3'].map(crash),
    notification: notification('note', { name: `alone of ${framework}` }),
    unknown: call('made/up', 1),
    broken: '{',
  };
}

type What = keyof ReturnType<typeof messagesTo>;

const whats = Object.keys(messagesTo('')) as What[];
const PARENT = '1234567890123456';

function traceOf(framework: string, what: What): string {
  return `${frameworks.indexOf(framework) + 1}${whats.indexOf(what) + 1}`.padEnd(32, '0');
}

async function sendAll(app: App, framework: string): Promise<void> {
  const messages = messagesTo(framework);
  const send = (what: What): Promise<unknown> => {
    const trace = traceOf(framework, what);
    return app.post(framework, messages[what], {
      'sentry-trace': `${trace}-${PARENT}-1`,
      baggage: `sentry-trace_id=${trace},sentry-sampled=true`,
    });
  };
  for (const what of ['single', 'failing', 'batch', 'notification', 'unknown', 'broken'] as const) {
    await send(what);
  }
  await Promise.all([send('left'), send('right')]);
}

const isCall = ({ op }: SentSpan): boolean => op === 'rpc.server';

describe.each(apps)(
  'Sentry $sentry, $lifecycle, its own instrumentation $instrumentation',
  (options) => {
    let app: App;
    let transactions: readonly SentTransaction[];

    beforeAll(async () => {
      app = await App.start({ ...options, tracesSampleRate: 1 });
      await Promise.all(frameworks.map((framework) => sendAll(app, framework)));
      await app.end();
      transactions = transactionsOf(app.ingest);
    });

    function events(framework: string, what: What): SentEvent[] {
      const sent = app.ingest.ofType('event') as unknown as readonly SentEvent[];
      const trace = traceOf(framework, what);
      return sent.filter(({ contexts }) => contexts.trace.trace_id === trace);
    }

    describe.each(frameworks)('%s', (framework) => {
      const inTrace = (what: What): SentTransaction[] =>
        transactions.filter(({ trace }) => trace === traceOf(framework, what));

      function theOne(what: What): SentTransaction | undefined {
        const [transaction, ...others] = inTrace(what);
        return others.length === 0 ? transaction : undefined;
      }

      test.each<[What, string]>([
        ['single', 'ping'],
        ['failing', 'crash'],
        ['batch', 'jsonrpc batch'],
        ['left', 'jsonrpc batch'],
        ['right', 'jsonrpc batch'],
        ['unknown', 'jsonrpc'],
        ['broken', 'jsonrpc'],
      ])('%s is one transaction, named %s, in the trace of the caller', (what, name) => {
        expect(theOne(what)).toMatchObject({
          name,
          source: 'custom',
          op: 'http.server',
          parent: PARENT,
          attributes: { 'rpc.system.name': 'jsonrpc', 'http.response.status_code': 200 },
        });
      });

      test('the transaction is that of Sentry, or an own one', () => {
        const { attributes, spans } = theOne('single') ?? {};
        const isOfSentry = /^on(, later)?$/.test(options.instrumentation);
        const origin = isOfSentry
          ? /^auto\.http\.(otel\.|http_server)/
          : /^auto\.http\.jsonrpc_kit$/;
        expect(attributes).toMatchObject({ 'sentry.origin': expect.stringMatching(origin) });
        const others = spans?.filter((span) => !isCall(span)) ?? [];
        expect(others.length > 0).toBe(options.instrumentation === 'on');
      });

      test('its status is that of a single call, and of a batch that of HTTP', () => {
        expect(theOne('failing')).toMatchObject({ status: 'internal_error' });
        expect(theOne('batch')).toMatchObject({ status: 'ok' });
      });

      test('each call has a span below it', () => {
        const { id, spans = [] } = theOne('batch') ?? {};
        const calls = spans.filter(isCall);
        expect(calls.map(({ name, status }) => `${name} ${status}`)).toEqual([
          'ping ok',
          'ping ok',
          'crash internal_error',
          'ping ok',
          'ping ok',
        ]);
        const ids = new Set([id, ...spans.map((span) => span.id)]);
        expect(calls.filter(({ parent }) => !ids.has(parent))).toEqual([]);
        expect(calls[2]?.attributes).toMatchObject({
          'rpc.method': 'crash',
          'jsonrpc.request.id': 'five',
          'error.type': '-32603',
        });
      });

      test('the one that fails is an event, with its span and its call', () => {
        const sent = events(framework, 'batch');
        expect(sent).toMatchObject([
          {
            transaction: 'jsonrpc batch',
            exception: {
              values: [{ value: `crashed five of ${framework}`, mechanism: { handled: false } }],
            },
            contexts: { jsonrpc: { entrypoint: '/rpc', method: 'crash', id: 'five' } },
          },
        ]);
        const span = theOne('batch')?.spans.find(({ name }) => name === 'crash');
        expect(sent[0]?.contexts.trace.span_id).toBe(span?.id);
      });

      test('concurrent batches of two clients are kept apart', () => {
        const seen = (['left', 'right'] as const).map((what) =>
          events(framework, what)
            .map(({ exception, tags, breadcrumbs }) => [
              exception?.values[0]?.value,
              ...Object.keys(tags ?? {}).filter((tag) => tag.startsWith('tag-')),
              ...(breadcrumbs ?? []).flatMap(
                ({ message = '' }) => message.match(/^crumb-.*/) ?? [],
              ),
            ])
            .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
        );
        const of = (name: string): string[] =>
          ['crashed ', 'tag-', 'crumb-'].map((mark) => `${mark}${name} of ${framework}`);
        expect(seen).toEqual([
          ['left1', 'left2', 'left3'].map(of),
          ['right1', 'right2', 'right3'].map(of),
        ]);
      });

      test('a notification is a transaction, a span and an event', () => {
        const sent = inTrace('notification');
        expect(sent.filter(({ op }) => op === 'http.server')).toMatchObject([{ name: 'note' }]);
        // One that outlives its transaction is sent on its own, where Sentry ends that.
        const spans = sent.flatMap((transaction) => [transaction, ...transaction.spans]);
        expect(spans.filter(isCall)).toMatchObject([{ name: 'note', status: 'internal_error' }]);
        expect(events(framework, 'notification')).toMatchObject([
          { exception: { values: [{ value: `noted alone of ${framework}` }] } },
        ]);
      });
    });

    test('no params are sent, neither in a context nor in a body', () => {
      expect(JSON.stringify(app.ingest.items)).not.toContain('hush-hush');
      expect(app.ingest.ofType('event')).toHaveLength(3 * (1 + 1 + 6 + 1));
    });
  },
);

describe.each([10, 11] as const)('Sentry %s without a sample rate', (sentry) => {
  let app: App;

  beforeAll(async () => {
    app = await App.start({ sentry, lifecycle: 'static', instrumentation: 'on' });
    await Promise.all(frameworks.map((framework) => sendAll(app, framework)));
    const without = call('crash', 'x', { name: 'without a trace', secret: 'hush-hush' });
    await app.post('Hono', without, { reported: 'yes' });
    await app.end();
  });

  const sent = (): readonly SentEvent[] =>
    app.ingest.ofType('event') as unknown as readonly SentEvent[];

  test.each(frameworks)('%s: errors have the trace of the caller', (framework) => {
    const traces = sent()
      .filter(({ exception }) => exception?.values[0]?.value.endsWith(` of ${framework}`))
      .map(({ contexts, transaction }) => `${contexts.trace.trace_id} ${transaction}`);
    expect(traces.toSorted()).toEqual([
      `${traceOf(framework, 'failing')} crash`,
      `${traceOf(framework, 'batch')} jsonrpc batch`,
      ...Array.from({ length: 3 }, () => `${traceOf(framework, 'left')} jsonrpc batch`),
      ...Array.from({ length: 3 }, () => `${traceOf(framework, 'right')} jsonrpc batch`),
      `${traceOf(framework, 'notification')} note`,
    ]);
  });

  test('without one, they have that of their HTTP request', () => {
    const ofRequest = sent().filter(
      ({ message, exception }) =>
        message === 'in the middleware' ||
        exception?.values[0]?.value === 'crashed without a trace',
    );
    expect(ofRequest).toHaveLength(2);
    expect(new Set(ofRequest.map(({ contexts }) => contexts.trace.trace_id)).size).toBe(1);
  });

  test('nothing else is sent, and no params', () => {
    expect(sent()).toHaveLength(3 * 9 + 2);
    expect(transactionsOf(app.ingest)).toEqual([]);
    expect(JSON.stringify(app.ingest.items)).not.toContain('hush-hush');
  });
});

test('where Sentry 10 looks at frameworks only, their transactions are named', async () => {
  const app = await App.start({
    sentry: 10,
    lifecycle: 'static',
    instrumentation: 'of frameworks only',
    tracesSampleRate: 1,
  });
  for (const framework of frameworks) await app.post(framework, call('ping', framework));
  await app.end();
  const withCalls = transactionsOf(app.ingest).filter(({ spans }) => spans.some(isCall));
  expect(
    withCalls.map(({ name, source, spans }) => [name, source, spans.filter(isCall).length]),
  ).toEqual(frameworks.map(() => ['ping', 'custom', 1]));
});
