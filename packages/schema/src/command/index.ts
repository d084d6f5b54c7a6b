/**
 * Generates API schemas of the module of an application, for the command `jsonrpc-kit`.
 *
 * @module
 */
export { loadOpenRpc, runSchemaCommand } from './run-schema-command.js';
