/**
 * The OpenAPI and OpenRPC document of an `Api`, and its API reference page.
 *
 * @module
 */
export { componentName, type ComponentNameOptions } from './components/component-names.js';
export { documentAs, type JsonSchemas } from './json-schema/document-as.js';
export type { JsonSchema } from '@jsonrpc-kit/openrpc';
export { openapi, type OpenApiOptions } from './openapi/openapi.js';
export type { OpenApiDocument } from './openapi/openapi-document.js';
export { openrpc, type OpenRpcOptions } from './openrpc/openrpc.js';
export type { OpenRpcDocument } from '@jsonrpc-kit/openrpc';
export type {
  ReferencePage,
  ReferencePageAsset,
  ReferencePageContent,
} from './reference-page/reference-page.js';
export { serveSchemas, type ServeSchemasOptions } from './serve/serve-schemas.js';
