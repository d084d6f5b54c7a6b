import { budget, ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // Generates the API schemas. An application on an edge runtime bundles it.
  budget('dist/index.js without the API reference page', 'dist/index.js', '21 kB', {
    platform: 'node',
    packages: 'external',
    external: ['./assets/*'],
  }),
  // Compares documents. Not part of `dist/index.js`.
  budget('dist/diff/index.js', 'dist/diff/index.js', '12 kB', {
    platform: 'node',
    packages: 'external',
  }),
  // Includes the API reference page. Nearly all of it is Swagger UI, which is loaded when the page is
  // opened. Update the README, which says half a megabyte, if a new version is larger.
  ownCode('dist/index.js', '530 kB'),
];
