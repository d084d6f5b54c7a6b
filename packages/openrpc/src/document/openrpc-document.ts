import type { JsonSchema } from './json-schema.js';

/** An OpenRPC document as jsonrpc-kit generates it: plain JSON, with draft 7 schemas. */
export interface OpenRpcDocument {
  /** The version of the specification. */
  readonly openrpc: '1.3.2' | '1.4.1';
  /** Title, version and description, from the api or from the options. */
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  /** Absent if the api has no servers with an absolute URL. */
  readonly servers?: readonly OpenRpcServer[];
  /** In declared order, with unique names. */
  readonly methods: readonly OpenRpcMethod[];
  /** The schemas and errors to which the methods refer. */
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly errors: Readonly<Record<string, OpenRpcError>>;
  };
  /** The limits that all methods share. */
  readonly 'x-limits'?: Limits;
  /** The security schemes that `x-http` of the methods names, as in OpenAPI. */
  readonly 'x-security-schemes'?: Readonly<Record<string, SecurityScheme>>;
  /** When the errors of the components occur, in Markdown, by name. */
  readonly 'x-error-descriptions'?: Readonly<Record<string, string>>;
  /** The methods of further entrypoints whose names are in use in `methods`. */
  readonly 'x-methods-of-same-name'?: readonly OpenRpcMethod[];
  /** Links to the document of every entrypoint. */
  readonly 'x-entrypoints'?: readonly EntrypointLink[];
}

/** A server at which methods are called. */
export interface OpenRpcServer {
  /** The name of the server. */
  readonly name: string;
  /** An absolute URL. */
  readonly url: string;
  /** A description in Markdown. */
  readonly description?: string;
}

/** A link to the document of an entrypoint. */
export interface EntrypointLink {
  /** The name of the entrypoint, or its path if several share the name. */
  readonly name: string;
  /** The path of the entrypoint. */
  readonly path: string;
  /** The URL of the entrypoint's document, relative to this document. */
  readonly url: string;
}

/** A method of an OpenRPC document. */
export interface OpenRpcMethod {
  /** The name, by which it is called. */
  readonly name: string;
  /** A short description. */
  readonly summary?: string;
  /** A description in Markdown. */
  readonly description?: string;
  /** The tags, by which pages group methods. */
  readonly tags?: readonly { readonly name: string }[];
  /** Set if clients should no longer call it. */
  readonly deprecated?: true;
  /** How params are sent. */
  readonly paramStructure: 'by-name' | 'by-position' | 'either';
  /** The params, in the order of their positions. */
  readonly params: readonly ContentDescriptor[];
  /** The result of a call; undefined for a notification. */
  readonly result?: ContentDescriptor;
  /** References to the errors of the components. */
  readonly errors: readonly { readonly $ref: string }[];
  /** Example calls. */
  readonly examples?: readonly ExamplePairing[];
  /** The servers of this method, instead of those of the document. */
  readonly servers?: readonly OpenRpcServer[];
  /** The path of its entrypoint, in a document with several entrypoints. */
  readonly 'x-entrypoint'?: string;
  /** The schema of all params, if their descriptors can't express the relations between them. */
  readonly 'x-params-schema'?: JsonSchema;
  /** How a call carries its idempotency key. Absent if the method isn't idempotent. */
  readonly 'x-idempotent'?: IdempotentExtension;
  /** The limits that not all methods share. */
  readonly 'x-limits'?: Limits;
  /** Whether notifications are stored before the response. */
  readonly 'x-durable'?: true;
  /** Set if the method rejects notifications. */
  readonly 'x-notifications'?: 'reject';
  /** How a call asks for its progress. Absent if the method reports none. */
  readonly 'x-progress'?: ProgressExtension;
  /** How a call continues a subscription after an event. Absent if there is no history. */
  readonly 'x-cursor'?: CursorExtension;
  /** The name of the tool of the Model Context Protocol that calls the method. */
  readonly 'x-mcp-tool'?: string;
  /** Set if the server sends it as a notification, and clients don't call it. */
  readonly 'x-implemented-by'?: readonly ['client'];
  /** The subscription whose methods subscribe, unsubscribe and carry its events. */
  readonly 'x-subscription'?: SubscriptionExtension;
  /** The headers, cookies and credentials of a call. */
  readonly 'x-http'?: OpenRpcHttp;
}

/** How a call asks for its progress. */
export interface ProgressExtension {
  /** The member of the request object, which the notifications contain as `token`. */
  readonly member: 'progressToken';
  /** The method of the notifications. */
  readonly notification: '$/progress';
  /** The schema of the token. */
  readonly schema: JsonSchema;
}

/** How a call continues a subscription after an event. */
export interface CursorExtension {
  /** The member of the request object. */
  readonly member: 'cursor';
  /** The header of a single call. */
  readonly header: 'last-event-id';
  /** The schema of the cursor. */
  readonly schema: JsonSchema;
}

/** The methods of a subscription. */
export interface SubscriptionExtension {
  /** The names of the subscriptions that share the methods. */
  readonly names: readonly string[];
  /** The namespace that they belong to, if there is one. */
  readonly namespace?: string;
  /** The method that subscribes. */
  readonly subscribe: string;
  /** The method of the notifications with events. */
  readonly notification: string;
  /** The method that unsubscribes. */
  readonly unsubscribe: string;
}

/** The headers, cookies and credentials of a method, as in OpenAPI. */
export interface OpenRpcHttp {
  /** The headers and cookies of a request. */
  readonly headers?: readonly HttpParameter[];
  /** The alternatives of security schemes, as in OpenAPI. */
  readonly security?: readonly SecurityRequirementObject[];
}

/** A param or a result. */
export interface ContentDescriptor {
  /** The name, by which a param is sent. */
  readonly name: string;
  /** A description in Markdown. */
  readonly description?: string;
  /** Whether a call needs the param. Default: false */
  readonly required?: boolean;
  /** Set if clients should no longer send it. */
  readonly deprecated?: true;
  /** The schema of its value. */
  readonly schema: JsonSchema;
}

/** An example call with its result. */
export interface ExamplePairing {
  /** A name, unique within the method. */
  readonly name: string;
  /** A short description. */
  readonly summary?: string;
  /** A description in Markdown. */
  readonly description?: string;
  /** The params of the call. */
  readonly params: readonly NamedValue[];
  /** The result. Absent for a notification. */
  readonly result?: NamedValue;
}

/** An example of a param or a result. */
export interface NamedValue {
  /** The name of the param or the result. */
  readonly name: string;
  /** Its value. */
  readonly value: unknown;
}

/** An error that a method may return. */
export interface OpenRpcError {
  /** The code of the JSON-RPC error. */
  readonly code: number;
  /** The message of the JSON-RPC error. */
  readonly message: string;
  /** The schema of the error's `data`. */
  readonly data?: JsonSchema;
}

/** A header or a cookie. */
export interface HttpParameter {
  /** The name of the header or cookie. */
  readonly name: string;
  /** Where it is sent. */
  readonly in: 'header' | 'cookie';
  /** Whether a request needs it. */
  readonly required: boolean;
  /** A description in Markdown. */
  readonly description?: string;
  /** The schema of its value. */
  readonly schema: JsonSchema;
}

/** The security schemes that a request must satisfy together, as in OpenAPI. */
export type SecurityRequirementObject = Readonly<Record<string, readonly never[]>>;

/** A security scheme, as in OpenAPI. */
export type SecurityScheme =
  | {
      readonly type: 'http';
      readonly scheme: 'basic' | 'bearer';
      readonly bearerFormat?: string | undefined;
      readonly description?: string | undefined;
    }
  | {
      readonly type: 'apiKey';
      readonly in: 'header' | 'cookie';
      readonly name: string;
      readonly description?: string | undefined;
    };

/** The limits that clients have to know, as the extension `x-limits`. A limit that is absent doesn't exist. */
export interface Limits {
  /** The bytes of a request body. */
  readonly maxBodyBytes?: number;
  /** The calls of a batch. */
  readonly maxBatchSize?: number;
  /** Milliseconds until a call gets RequestTimeout. */
  readonly timeout?: number;
  /** The calls of a client per period. Empty if the server doesn't publish their number. */
  readonly rateLimit?: RateLimit;
  /** The calls of this method, or of those that share its limit. They count in `rateLimit`, too. */
  readonly methodRateLimit?: RateLimit;
}

/** How many calls a client may send in how many seconds. */
export interface RateLimit {
  /** The number of calls. */
  readonly calls?: number;
  /** The length of the period. */
  readonly seconds?: number;
}

/** How a call of an idempotent method carries its key, in both API schemas. */
export interface IdempotentExtension {
  /** The member of the request object. */
  readonly member: 'idempotencyKey';
  /** The header of a single call. */
  readonly header: 'idempotency-key';
  /** Whether a call without a key is rejected. */
  readonly required: boolean;
  /** The schema of the key. */
  readonly schema: JsonSchema;
}
