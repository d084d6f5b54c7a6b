import { withDependencies } from '../../tooling/release/size-budget.mjs';

// The README promises less than 5 KB. The retries, also of atomic batches, are 0.8 kB of it.
export default [withDependencies('dist/index.js', '4.5 kB')];
