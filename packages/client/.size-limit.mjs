import { withDependencies } from '../../tooling/release/size-budget.mjs';

// The README promises less than 5 KB. The retries, also of atomic batches, are 0.8 kB of it, and the seam for
// connections 0.2 kB. A bundle without `GapError` is 0.15 kB smaller.
export default [
  withDependencies('dist/index.js', '4.93 kB'),
  // Without the part of the client that both share.
  withDependencies('dist/websocket.js', '6.25 kB'),
  withDependencies('dist/event-stream.js', '6.6 kB'),
];
