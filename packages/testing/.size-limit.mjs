import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // The client, which every test file loads.
  ownCode('dist/index.js', '6.4 kB'),
  // The fixtures, the matchers and the client.
  ownCode('dist/vitest.js', '11.7 kB'),
];
