import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // What the browser loads for the first view: together less than 75 kB.
  ownCode('dist/assets/explorer-js.js', '68 kB'),
  ownCode('dist/assets/explorer-css.js', '6 kB'),
  // Loaded after the first view.
  ownCode('dist/assets/code-editor-js.js', '125 kB'),
  ownCode('dist/assets/check-value-worker-js.js', '7 kB'),
  // All files and the code of the server.
  ownCode('dist/index.js', '210 kB'),
];
