import type { ContextReader, ContextSource, ResolutionContext } from '../di/argument-source.js';
import type { SecurityAlternatives } from '../di/security-scheme.js';
import { HttpError } from '../errors/http-error.js';

/**
 * Reads a credential. Credentials are read before parameters are checked, so that a client without one
 * learns nothing about the parameters.
 */
export interface SecuritySource<out Value> extends ContextSource<Value> {
  /** The schemes in the API schemas. */
  readonly security: SecurityAlternatives;
  /** The values of `WWW-Authenticate` in the 401 response to a request without the credential. */
  readonly challenges: readonly string[];
}

/** A {@link SecuritySource} as this package reads it. */
interface SecurityReader<out Value> extends SecuritySource<Value>, ContextReader<Value> {
  readonly security: SecurityAlternatives;
  /** Returns the credential, or undefined if the request has none. */
  readonly find: (context: ResolutionContext) => Value | undefined;
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

/** Creates a source that returns what `find` returns, and ends the exchange with 401 for undefined. */
export function securitySource<Value>(
  parts: Pick<SecurityReader<Value>, 'security' | 'find' | 'challenges'>,
): SecuritySource<Value> {
  const { security, find, challenges } = parts;
  const headers = challenges.length === 0 ? {} : { 'www-authenticate': challenges.join(', ') };
  const reader: SecurityReader<Value> = {
    kind: 'context',
    perCall: false,
    ...parts,
    read: (context) => {
      const credential = find(context);
      if (credential === undefined && !security.isOptional) {
        throw new HttpError(401, 'Not authenticated', headers);
      }
      // Undefined is a value of an optional source, as the overloads of their functions say.
      return credential as Value;
    },
  };
  return reader;
}

/** Returns the credential of a source without ending the exchange; undefined if there is none. */
export function findCredential(
  source: SecuritySource<unknown>,
  context: ResolutionContext,
): unknown {
  return (source as SecurityReader<unknown>).find(context);
}
