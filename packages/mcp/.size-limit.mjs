import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [ownCode('dist/index.js', '6.7 kB')];
