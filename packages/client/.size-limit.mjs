import { withDependencies } from '../../tooling/release/size-budget.mjs';

// The README promises less than 4 KB, as every page that calls the server has to load it.
export default [withDependencies('dist/index.js', '3.5 kB')];
