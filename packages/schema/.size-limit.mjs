import { budget, ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // What makes the documents. An application on an edge runtime bundles it.
  budget('dist/index.js without the page', 'dist/index.js', '20 kB', {
    platform: 'node',
    packages: 'external',
    external: ['./assets/*'],
  }),
  // The page on top, nearly all of it Swagger UI, which is only loaded where somebody opens it. A new
  // version of that may be larger; the README says half a megabyte.
  ownCode('dist/index.js', '530 kB'),
];
