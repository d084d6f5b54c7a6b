import { budget, ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // It converts, mounts and sends, by two ways: that of Node and that of fetch.
  ownCode('dist/index.js', '2 kB'),
  // All that an edge runtime loads at a cold start, Hono, what connections need in the core, and the codes of errors included.
  {
    ...budget('hono, core and Hono for an edge runtime', 'dist/index.js', '63.4 kB', {
      conditions: ['worker', 'browser'],
      external: [],
    }),
    import: {
      'dist/index.js': '{ jsonRpc }',
      '../core/dist/index.js': '{ Api, defineError, dependency, Entrypoint, header }',
    },
  },
];
