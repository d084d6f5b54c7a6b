import { ownCode } from '../../tooling/release/size-budget.mjs';

// Parsing the arguments, joining the templates, and messages for every problem. npm downloads it for every new
// project.
export default [ownCode('dist/main.js', '4.2 kB')];
