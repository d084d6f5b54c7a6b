import type { ScopeSource } from './argument-source.js';

/** How a client proves who it is (OpenAPI 3.1: Security Scheme Object). */
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

/** A scheme under its name in the documents' `components.securitySchemes`. */
export interface SecurityRequirement {
  /** A key of `components.securitySchemes`. */
  readonly schemeName: string;
  /** The entry under that key. */
  readonly scheme: SecurityScheme;
}

/**
 * Reads a credential. It is read before the parameters are looked at: who has none learns nothing
 * of them.
 */
export interface SecuritySource<out Value> extends ScopeSource<Value> {
  /** What the documents say of it. */
  readonly security: SecurityRequirement;
}

/** What the documents say of a credential. */
export interface SecurityOptions {
  /** For the documents. */
  readonly description?: string | undefined;
  /** The scheme's name in the documents. */
  readonly schemeName?: string | undefined;
}

/** What {@link httpBasic} and {@link httpBearer} ask for, and what the documents say of it. */
export interface HttpSecurityOptions extends SecurityOptions {
  /** What the credentials are for (RFC 9110, 11.5); browsers show it. Default: `'JSON-RPC'`. */
  readonly realm?: string | undefined;
}

export function isSecuritySource(source: ScopeSource<unknown>): source is SecuritySource<unknown> {
  return 'security' in source;
}
