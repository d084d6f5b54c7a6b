import type { JsonSchema } from '../json-schema/json-schema.js';

/** An OpenRPC document as {@link openrpc} makes it: plain JSON. Its schemas are of draft 7. */
export interface OpenRpcDocument {
  /** The version of the specification. */
  readonly openrpc: '1.3.2' | '1.4.1';
  /** What the api, or the options, say of it. */
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  /** Absent where there are none. */
  readonly servers?: readonly OpenRpcServer[];
  /** In the order of their declaration; each name once. */
  readonly methods: readonly OpenRpcMethod[];
  /** What the methods refer to. */
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly errors: Readonly<Record<string, OpenRpcError>>;
  };
  /** The document of each entrypoint. */
  readonly 'x-entrypoints'?: readonly EntrypointLink[];
}

export interface OpenRpcServer {
  readonly name: string;
  readonly url: string;
  readonly description?: string;
}

export interface EntrypointLink {
  readonly name: string;
  /** Where its methods are called. */
  readonly path: string;
  /** Its own document, relative to this one. */
  readonly url: string;
}

export interface OpenRpcMethod {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly { readonly name: string }[];
  readonly deprecated?: true;
  readonly paramStructure: 'by-name' | 'by-position' | 'either';
  readonly params: readonly ContentDescriptor[];
  readonly result: ContentDescriptor;
  readonly errors: readonly { readonly $ref: string }[];
  readonly examples?: readonly ExamplePairing[];
  readonly servers?: readonly OpenRpcServer[];
  /** The path of its entrypoint, where the document has methods of several. */
  readonly 'x-entrypoint'?: string;
  /** The schema of all params, where their descriptors can't say what holds between them. */
  readonly 'x-params-schema'?: JsonSchema;
}

export interface ContentDescriptor {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: true;
  readonly schema: JsonSchema;
}

export interface ExamplePairing {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly params: readonly NamedValue[];
  readonly result?: NamedValue;
}

export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

export interface OpenRpcError {
  readonly code: number;
  readonly message: string;
  /** The schema of the error's `data`. */
  readonly data?: JsonSchema;
}
