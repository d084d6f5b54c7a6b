import { ownCode, withDependencies } from '../../tooling/release/size-budget.mjs';

export default [
  // It is loaded at each cold start of an edge runtime, of which the smallest take 1 MB in all.
  withDependencies('dist/index.js', '40.5 kB'),
  // Without valibot, cookie and p-queue. The limits, the rate limit and the messages about wrong
  // declarations are a third of it.
  ownCode('dist/index.js', '33.5 kB'),
  // The helpers that adapters share: option checks, the fair queue, the check of a request's headers.
  withDependencies('dist/adapter.js', '2.85 kB'),
  // A store, and three functions that read it. It isolates calls with or without an AsyncResource.
  ownCode('dist/context.js', '340 B'),
  // The input of schema generators.
  withDependencies('dist/description.js', '1.2 kB'),
];
