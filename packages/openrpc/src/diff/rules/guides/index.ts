/**
 * The guides of the rules of `jsonrpc-kit diff`, which the documentation turns into pages.
 *
 * @module
 */
export { exampleLines, exampleMessage } from './example-lines.js';
export type { Example, RuleGuide } from './rule-guide.js';
export { ruleGuides } from './rule-guides.js';
