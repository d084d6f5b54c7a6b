/**
 * Compares an OpenRPC document with a newer one and says which clients a change breaks.
 *
 * @module
 */
export type { Change } from './change.js';
export type { SchemaDialect } from './containment/located-schema.js';
export { diff, type DiffOptions, isBreaking } from './diff.js';
export { type Rule, type RuleId, rules, type Severity } from './rules.js';
