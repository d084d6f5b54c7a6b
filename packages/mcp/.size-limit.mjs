import { ownCode } from '../../tooling/release/size-budget.mjs';

// The progress of tool calls needs 0.3 kB.
export default [ownCode('dist/index.js', '7.1 kB')];
