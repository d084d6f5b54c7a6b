import { ownCode, withDependencies } from '../../tooling/packed-package/size-budget.mjs';

export default [
  // It is loaded at each cold start of an edge runtime, of which the smallest take 1 MB in all.
  withDependencies('dist/index.js', '23.3 kB'),
  // Of that, ours: the rest is valibot and cookie. More than a kilobyte is what the refusals of wrong
  // declarations say; nobody would see them if they stood elsewhere than where things are declared.
  ownCode('dist/index.js', '20 kB'),
  // Two helpers for adapters; who imports more through this door drags the core along.
  withDependencies('dist/adapter.js', '200 B'),
  // A store and three functions that read it.
  ownCode('dist/context.js', '240 B'),
  // What the documents are made from; without them none of it is in a bundle.
  withDependencies('dist/description.js', '550 B'),
];
