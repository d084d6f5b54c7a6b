import type { ApiServer, SecurityScheme } from '@jsonrpc-kit/core/description';
import type { JsonSchema } from '../json-schema/json-schema.js';
import type { JsonContent } from './media-type.js';
import type { Parameter } from './parameters.js';
import type { Responses } from './responses.js';
import type { SecurityRequirementObject } from './security-schemes.js';

/** An OpenAPI 3.1 document as {@link openapi} makes it: plain JSON. */
export interface OpenApiDocument {
  /** The version of the specification. */
  readonly openapi: '3.1.0';
  /** What the api says of itself. */
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  /** Those of the api, or the place of the document. */
  readonly servers: readonly ServerObject[];
  /** All tags of all methods, each once. */
  readonly tags?: readonly { readonly name: string }[];
  /** By path: those of the entrypoints, and of the methods below them. */
  readonly paths: Readonly<Record<string, PathItem>>;
  /** What the paths refer to. */
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

export type ServerObject = Pick<ApiServer, 'url' | 'description'>;

export interface PathItem {
  readonly post: Operation;
}

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: true;
  readonly parameters?: readonly Parameter[];
  readonly requestBody: { readonly required: true; readonly content: JsonContent };
  readonly responses: Responses;
  readonly security?: readonly SecurityRequirementObject[];
  readonly servers?: readonly ServerObject[];
}
