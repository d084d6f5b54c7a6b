/**
 * Serves methods of an `Api` as tools of the Model Context Protocol, for AI agents.
 *
 * @module
 */
export type { AuthorizationOptions } from './authorization/protected-resource.js';
export { serveMcp, type ServeMcpOptions } from './serve-mcp.js';
export type { RequestMembers, ToolCallMetadata } from './tools/request-members.js';
export type { MethodSelection, ToolNaming } from './tools/tool-list.js';
