import { ownCode, withDependencies } from '../../tooling/release/size-budget.mjs';

export default [
  // It is loaded at each cold start of an edge runtime, of which the smallest take 1 MB in all.
  withDependencies('dist/index.js', '40 kB'),
  // Without valibot, cookie and p-queue. The limits, the rate limit and the messages about wrong
  // declarations are a third of it.
  ownCode('dist/index.js', '33 kB'),
  // The helpers that adapters share: option checks, time limits and encoded JSON.
  withDependencies('dist/adapter.js', '1.75 kB'),
  // A store, and three functions that read it.
  ownCode('dist/context.js', '300 B'),
  // The input of schema generators.
  withDependencies('dist/description.js', '1.05 kB'),
];
