/**
 * Compares an OpenRPC document with a newer one and says which clients a change breaks.
 *
 * @module
 */
export type { Change } from './change.js';
export type { SchemaDialect } from '../document/json-schema.js';
export { diff, type DiffOptions, isBreaking } from './diff.js';
export {
  type FilteredChanges,
  ignoreChanges,
  type IgnoredChange,
  parseIgnoreList,
} from './ignore-list.js';
export type { Rule, Severity } from './rules/rule.js';
export { type RuleId, rules } from './rules/rules.js';
