import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // Generates the API schemas. An application on an edge runtime bundles it.
  ownCode('dist/index.js', '21 kB'),
  // Nearly all of this is Swagger UI. Its files are loaded when the page is opened.
  ownCode('dist/swagger-ui.js', '530 kB'),
];
