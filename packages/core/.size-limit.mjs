import { budget, ownCode, withDependencies } from '../../tooling/release/size-budget.mjs';

export default [
  // It is loaded at each cold start of an edge runtime, of which the smallest take 1 MB in all.
  withDependencies('dist/index.js', '55.1 kB'),
  // Without valibot and cookie. The limits and the messages about wrong declarations are a third of it.
  // Responses of dependencies, on which idempotent calls are built, need 0.4 kB in the middle of the request
  // path, and awaited notifications as much. Retries of conflicting transactions need 1.2 kB, the estimate
  // of a message's memory and the limits of abandoned work 1 kB, the brands of two copies and Unauthorized
  // 1 kB, batches that are one transaction 1.9 kB, the
  // declaration of subscriptions and the pump of their events 3.4 kB with cursors, event streams and progress
  // 2.6 kB, what applications of other libraries need, such as mapError, 1 kB, and other codes for the built-in
  // errors 0.7 kB. Cancelling the calls of a client that disconnects needs 0.1 kB, as do
  // the errors of several resources.
  ownCode('dist/index.js', '51.65 kB'),
  // The messages of a connection, its keepalive and shutdown, and the checks of an upgrade, with what they
  // share with the main export, which is four fifths of it. Cancelling calls that have not begun needs 0.1 kB.
  ownCode('dist/connection.js', '32.25 kB'),
  // What adapters share: the responses, and the carrier of an HTTP request.
  withDependencies('dist/adapter.js', '1.6 kB'),
  // The option checks, the fair queue, the events of channels, the codes of errors, and the helpers for promises.
  // The check of a request's headers, and what the adapter for Hono shares with that for fetch runtimes, need
  // 1.9 kB: the reader of web streams, the stream that counts an unread response, and that of its events.
  withDependencies('dist/internal.js', '5.95 kB'),
  // The limiter and its memory store, and what they share with the main export: the errors, the option checks
  // and time limits.
  withDependencies('dist/rate-limit.js', '9.5 kB'),
  // The two pages and the checks, and the option checks that they share with the main export.
  withDependencies('dist/health.js', '3 kB'),
  // The adapter for fetch runtimes, with what it uses of the core: the argument sources, the
  // option checks, time limits and the responses. The stream that counts an unread response needs 0.3 kB.
  withDependencies('dist/fetch.js', '4.5 kB'),
  // The adapter for fetch runtimes and connections, and the sockets of three runtimes.
  withDependencies('dist/fetch-websocket.js', '38.55 kB'),
  // A store, and three functions that read it. It isolates calls with or without an AsyncResource.
  ownCode('dist/context.js', '340 B'),
  // The input of schema generators, with the codes of errors, and the search for the source of progress.
  withDependencies('dist/description.js', '2.5 kB'),
  // All that a runtime loads at a cold start to serve an api without a framework.
  {
    ...budget('core and core/fetch for an edge runtime', 'dist/index.js', '53.75 kB', {
      conditions: ['worker', 'browser'],
      external: [],
    }),
    import: {
      'dist/fetch.js': '{ jsonRpc }',
      'dist/index.js': '{ Api, defineError, dependency, Entrypoint, header }',
    },
  },
];
