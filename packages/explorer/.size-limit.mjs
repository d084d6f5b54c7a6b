import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // What the browser loads for the first view: together 76 kB at most. The loop over a subscription, as code to
  // copy, needs 0.5 kB.
  ownCode('dist/assets/explorer-js.js', '70.6 kB'),
  ownCode('dist/assets/explorer-css.js', '5 kB'),
  // Loaded after the first view.
  ownCode('dist/assets/code-editor-js.js', '125 kB'),
  ownCode('dist/assets/check-value-worker-js.js', '7 kB'),
  // All files and the code of the server.
  ownCode('dist/index.js', '210 kB'),
];
