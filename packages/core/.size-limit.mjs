import { budget, ownCode, withDependencies } from '../../tooling/release/size-budget.mjs';

export default [
  // It is loaded at each cold start of an edge runtime, of which the smallest take 1 MB in all.
  withDependencies('dist/index.js', '42.8 kB'),
  // Without valibot, cookie and p-queue. The limits, the rate limit and the messages about wrong
  // declarations are a third of it. Recorded calls need 0.8 kB in the middle of the request path, and durable
  // notifications as much.
  ownCode('dist/index.js', '35.7 kB'),
  // The helpers that adapters share: option checks, the fair queue, the check of a request's headers, the
  // reader of web streams.
  withDependencies('dist/adapter.js', '4 kB'),
  // The adapter for fetch runtimes, with what it uses of the core: the argument sources, the
  // option checks and the responses.
  withDependencies('dist/fetch.js', '3.3 kB'),
  // A store, and three functions that read it. It isolates calls with or without an AsyncResource.
  ownCode('dist/context.js', '340 B'),
  // The input of schema generators.
  withDependencies('dist/description.js', '1.2 kB'),
  // All that a runtime loads at a cold start to serve an api without a framework.
  {
    ...budget('core and core/fetch for an edge runtime', 'dist/index.js', '41.5 kB', {
      conditions: ['worker', 'browser'],
      external: [],
    }),
    import: {
      'dist/fetch.js': '{ jsonRpc }',
      'dist/index.js': '{ Api, defineError, dependency, Entrypoint, header }',
    },
  },
];
