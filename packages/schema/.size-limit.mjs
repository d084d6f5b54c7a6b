import { budget, ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // Generates the API schemas. An application on an edge runtime bundles it.
  ownCode('dist/index.js', '21 kB'),
  // Compares documents. Not part of `dist/index.js`.
  budget('dist/diff/index.js', 'dist/diff/index.js', '16 kB', {
    platform: 'node',
    packages: 'external',
  }),
  // Nearly all of this is Swagger UI. Its files are loaded when the page is opened.
  ownCode('dist/swagger-ui.js', '530 kB'),
];
