/**
 * Reads an OpenRPC document: its types, methods, references and JSON Schemas.
 *
 * @module
 */
export {
  allSchemas,
  isObject,
  type JsonSchema,
  mapSubschemas,
  type SchemaDialect,
} from './document/json-schema.js';
export {
  type Descriptor,
  type Located,
  type Method,
  methodsOf,
  type ReadingOptions,
} from './document/methods.js';
export type {
  ContentDescriptor,
  CursorExtension,
  EntrypointLink,
  ExamplePairing,
  HttpParameter,
  IdempotentExtension,
  Limits,
  NamedValue,
  OpenRpcDocument,
  OpenRpcError,
  OpenRpcHttp,
  OpenRpcMethod,
  OpenRpcServer,
  ProgressExtension,
  RateLimit,
  SecurityRequirementObject,
  SecurityScheme,
  SubscriptionExtension,
} from './document/openrpc-document.js';
export { appendToPointer, parsePointer, valueAt } from './document/pointer.js';
export {
  type LocatedSchema,
  SchemaDocument,
  type SchemaDocumentOptions,
} from './document/schema-document.js';
