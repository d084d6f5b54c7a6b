import type { ArgumentScope } from '../context/argument-scope.js';
import { HttpError } from '../errors/http-error.js';
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

/** The schemes of a credential, any of which suffices. */
export interface SecurityAlternatives {
  /** In the order in which they are tried. */
  readonly schemes: readonly SecurityRequirement[];
  /** Whether a request without a credential is accepted as well. */
  readonly isOptional: boolean;
}

/**
 * Reads a credential. It is read before the parameters are looked at: who has none learns nothing
 * of them.
 */
export interface SecuritySource<out Value> extends ScopeSource<Value> {
  /** What the documents say of it. */
  readonly security: SecurityAlternatives;
  /** Returns the credential, or undefined if the request has none. */
  readonly find: (scope: ArgumentScope) => Value | undefined;
  /** The values of `WWW-Authenticate` in the 401 response to a request without it. */
  readonly challenges: readonly string[];
}

/** What the documents say of a credential, and whether it is needed. */
export interface SecurityOptions {
  /** For the documents. */
  readonly description?: string | undefined;
  /** The scheme's name in the documents. */
  readonly schemeName?: string | undefined;
  /**
   * Whether the argument is `undefined` for a request without the credential, instead of 401.
   * Default: false.
   */
  readonly optional?: boolean | undefined;
}

/** What {@link httpBasic} and {@link httpBearer} ask for, and what the documents say of it. */
export interface HttpSecurityOptions extends SecurityOptions {
  /** What the credentials are for (RFC 9110, 11.5); browsers show it. Default: `'JSON-RPC'`. */
  readonly realm?: string | undefined;
}

/** Options with which a request without the credential gets 401. */
export type RequiredCredential<Options extends SecurityOptions> = Options & {
  readonly optional?: false | undefined;
};

/** A source of what `find` returns, which ends the exchange with 401 for undefined. */
export function securitySource<Value>(
  parts: Pick<SecuritySource<Value>, 'security' | 'find' | 'challenges'>,
): SecuritySource<Value> {
  const { security, find, challenges } = parts;
  const headers = challenges.length === 0 ? {} : { 'www-authenticate': challenges.join(', ') };
  return {
    kind: 'scope',
    perCall: false,
    ...parts,
    read: (scope) => {
      const credential = find(scope);
      if (credential === undefined && !security.isOptional) {
        throw new HttpError(401, 'Not authenticated', headers);
      }
      // Undefined is a value of an optional source, as the overloads of their functions say.
      return credential as Value;
    },
  };
}

export function isSecuritySource(source: ScopeSource<unknown>): source is SecuritySource<unknown> {
  return 'security' in source;
}
