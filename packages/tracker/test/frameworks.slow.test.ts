import { beforeAll, describe, expect, test } from 'vitest';
import { App, type AppOptions } from './app.js';
import { type SentSpan, type SentTransaction, transactionsOf } from './sent-transactions.js';
import { call, notification, toolCall, toolHeaders } from './serve.js';
import type { SentEvent } from './tracked-sdk.js';

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

const NODE_HTTP = 'node:http';
const frameworks = ['Hono', 'Express', 'Fastify', NODE_HTTP];

/**
 * The messages that a client sends to a framework. The messages of errors are unique, since Sentry 11
 * drops an event that equals the one before.
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
    notification: notification('note', { name: `single of ${framework}` }),
    unknown: call('made/up', 1),
    broken: '{',
    tool: toolCall('ping'),
  };
}

/** Headers with credentials; only the application knows that the last one is one. */
const credentials = {
  authorization: 'Bearer hush-hush',
  cookie: 'session=hush-hush',
  'x-shop': 'hush-hush',
};

type What = keyof ReturnType<typeof messagesTo>;

const whats = Object.keys(messagesTo('')) as What[];
const PARENT = '1234567890123456';

function traceOf(framework: string, what: What): string {
  return `${frameworks.indexOf(framework) + 1}${whats.indexOf(what) + 1}`.padEnd(32, '0');
}

/** The messages that are sent one after another. */
const SEPARATE = [
  'single',
  'failing',
  'batch',
  'notification',
  'unknown',
  'broken',
  'tool',
] as const satisfies readonly What[];

async function sendAll(app: App, framework: string): Promise<void> {
  const messages = messagesTo(framework);
  const send = (what: What): Promise<unknown> => {
    const trace = traceOf(framework, what);
    const headers = {
      ...credentials,
      'sentry-trace': `${trace}-${PARENT}-1`,
      baggage: `sentry-trace_id=${trace},sentry-sampled=true`,
    };
    const toMcp = { path: '/mcp', headers: { ...headers, ...toolHeaders('ping') } };
    return app.post(framework, messages[what], what === 'tool' ? toMcp : { headers });
  };
  for (const what of SEPARATE) await send(what);
  await Promise.all([send('left'), send('right')]);
}

const isCall = ({ op }: SentSpan): boolean => op === 'rpc.server';

describe.each(apps)(
  'Sentry $sentry with the lifecycle $lifecycle and its own instrumentation $instrumentation',
  (options) => {
    const isStartedBySentry = /^on(, later)?$/.test(options.instrumentation);
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
        ['tool', 'ping'],
      ])(
        'sends one transaction for the message "%s", named %s, in the trace of the client',
        (what, name) => {
          expect(theOne(what)).toMatchObject({
            name,
            source: 'custom',
            op: 'http.server',
            parent: PARENT,
            attributes: { 'rpc.system.name': 'jsonrpc', 'http.response.status_code': 200 },
          });
        },
      );

      test('starts a transaction only if Sentry has not started one', () => {
        const { attributes, spans } = theOne('single') ?? {};
        const origin = isStartedBySentry
          ? /^auto\.http\.(otel\.|http_server)/
          : /^auto\.http\.jsonrpc_kit$/;
        expect(attributes).toMatchObject({ 'sentry.origin': expect.stringMatching(origin) });
        const others = spans?.filter((span) => !isCall(span)) ?? [];
        const hasFrameworkSpans = options.instrumentation === 'on' && framework !== NODE_HTTP;
        expect(others.length > 0).toBe(hasFrameworkSpans);
      });

      test('sets the status of the call for a single call and the HTTP status for a batch', () => {
        expect(theOne('failing')).toMatchObject({ status: 'internal_error' });
        expect(theOne('batch')).toMatchObject({ status: 'ok' });
      });

      test('sends a span for every call', () => {
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

      test('sends one span for the call of a tool by an agent, named after the method', () => {
        expect(theOne('tool')?.spans.filter(isCall)).toMatchObject([
          { name: 'ping', status: 'ok', attributes: { 'rpc.method': 'ping' } },
        ]);
      });

      test('sends the route of the call of a tool, which is not that of its method', () => {
        const { 'http.route': route, 'url.path': path } = theOne('tool')?.attributes ?? {};
        // Sentry sets the route for some frameworks only.
        expect([isStartedBySentry ? (route ?? '/mcp') : route, path]).toEqual(['/mcp', '/mcp']);
      });

      test('sends an event with the span and the call of an unhandled exception', () => {
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

      test('separates concurrent batches of two clients', () => {
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

      test('sends a transaction, a span and an event for a notification', () => {
        const sent = inTrace('notification');
        expect(sent.filter(({ op }) => op === 'http.server')).toMatchObject([{ name: 'note' }]);
        // If Sentry ends the transaction before the span, it sends the span separately.
        const spans = sent.flatMap((transaction) => [transaction, ...transaction.spans]);
        expect(spans.filter(isCall)).toMatchObject([{ name: 'note', status: 'internal_error' }]);
        expect(events(framework, 'notification')).toMatchObject([
          { exception: { values: [{ value: `noted single of ${framework}` }] } },
        ]);
      });
    });

    test('sends no params and no credentials', () => {
      expect(JSON.stringify(app.ingest.items)).not.toContain('hush-hush');
      expect(app.ingest.ofType('event')).toHaveLength(frameworks.length * (1 + 1 + 6 + 1));
    });
  },
);

describe.each([10, 11] as const)('Sentry %s without a sample rate', (sentry) => {
  let app: App;

  beforeAll(async () => {
    app = await App.start({ sentry, lifecycle: 'static', instrumentation: 'on' });
    await Promise.all(frameworks.map((framework) => sendAll(app, framework)));
    const without = call('crash', 'x', { name: 'without a trace', secret: 'hush-hush' });
    await app.post('Hono', without, { headers: { reported: 'yes' } });
    await app.end();
  });

  const sent = (): readonly SentEvent[] =>
    app.ingest.ofType('event') as unknown as readonly SentEvent[];

  test.each(frameworks)('sends events with the trace of the client behind %s', (framework) => {
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

  test('sends events with the trace of their HTTP request if the client has none', () => {
    const ofRequest = sent().filter(
      ({ message, exception }) =>
        message === 'in the middleware' ||
        exception?.values[0]?.value === 'crashed without a trace',
    );
    expect(ofRequest).toHaveLength(2);
    expect(new Set(ofRequest.map(({ contexts }) => contexts.trace.trace_id)).size).toBe(1);
  });

  test('sends nothing but events, without params and credentials', () => {
    expect(sent()).toHaveLength(frameworks.length * 9 + 2);
    expect(transactionsOf(app.ingest)).toEqual([]);
    expect(JSON.stringify(app.ingest.items)).not.toContain('hush-hush');
  });
});

test('transactions of the framework instrumentation of Sentry 10 are named after methods', async () => {
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
