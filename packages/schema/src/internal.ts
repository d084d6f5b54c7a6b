/**
 * JSON Schemas of single methods, for packages that describe methods to other protocols.
 *
 * @module
 */
export type { JsonSchema } from '@jsonrpc-kit/openrpc';
export { methodJsonSchemas, type MethodJsonSchemas } from './methods/method-json-schemas.js';
export { setToolName } from './methods/tool-names.js';
