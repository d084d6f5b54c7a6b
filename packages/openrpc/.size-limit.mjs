import { budget, ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // What the pages of API references bundle.
  ownCode('dist/index.js', '4 kB'),
  // Compares documents. Not part of `dist/index.js`.
  budget('dist/diff/index.js', 'dist/diff/index.js', '21 kB', {
    platform: 'node',
    packages: 'external',
  }),
  // Generates the examples of a document, and the params of the page.
  ownCode('dist/examples/index.js', '4 kB'),
  // Commands of other packages import it: the options, the reader, and the escapes of control characters.
  ownCode('dist/command/index.js', '3.2 kB'),
];
