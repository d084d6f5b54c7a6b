import { withDependencies } from '../../tooling/release/size-budget.mjs';

// The README promises less than 4 KB.
export default [withDependencies('dist/index.js', '3.5 kB')];
