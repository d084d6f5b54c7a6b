import { ownCode } from '../../tooling/release/size-budget.mjs';

// The runner. `npx` downloads it, with the cases as JSON files, for each audit.
export default [ownCode('dist/index.js', '8.5 kB')];
