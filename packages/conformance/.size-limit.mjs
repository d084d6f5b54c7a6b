import { ownCode } from '../../tooling/release/size-budget.mjs';

// The runner. For each audit, `npx` downloads it together with the cases, which are JSON files.
export default [ownCode('dist/index.js', '9.1 kB')];
