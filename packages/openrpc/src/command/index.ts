/**
 * What the commands of other packages share: their options, their errors and their exit codes.
 *
 * @module
 */
export type { ReadingRules } from '../files/document-files.js';
export type { LoadedDocument } from '../files/bundle-references.js';
export { loadDocument } from '../files/load-document.js';
export { printable } from './printable.js';
export { parseReadingRules, READING_HELP, READING_OPTIONS } from './reading-options.js';
export {
  type CommandOutput,
  parseCount,
  parseOptions,
  runCommand,
  UsageError,
} from './run-command.js';
