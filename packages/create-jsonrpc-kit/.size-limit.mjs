import { ownCode } from '../../tooling/release/size-budget.mjs';

// Parsing the arguments and joining the templates. npm downloads it for every new project.
export default [ownCode('dist/main.js', '3.5 kB')];
