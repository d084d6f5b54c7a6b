import type { ContextReader, ContextSource, ResolutionContext } from '../di/argument-source.js';
import type { SecurityAlternatives } from '../di/security-scheme.js';
import { Unauthorized } from '../errors/unauthorized.js';

/**
 * Reads a credential. Credentials are read before parameters are validated, so a client without one
 * learns nothing about the parameters.
 */
export interface SecuritySource<out Value> extends ContextSource<Value> {
  /** The schemes in the API schemas. */
  readonly security: SecurityAlternatives;
  /** The values of `WWW-Authenticate` in the 401 response to a request without the credential. */
  readonly challenges: readonly string[];
}

/** A {@link SecuritySource} with the members that plans use. */
export interface SecurityReader<out Value> extends SecuritySource<Value>, ContextReader<Value> {
  readonly security: SecurityAlternatives;
  /** Returns the credential, or undefined if the request has none. Never throws Unauthorized. */
  readonly find: (context: ResolutionContext) => Value | undefined;
}

/** Options of the sources that read a credential. */
export interface SecurityOptions {
  /** A description for the API schemas. */
  readonly description?: string | undefined;
  /**
   * The name of the scheme in the API schemas. Default: `httpBasic`, `httpBearer`, or `apiKey.` with
   * the name of the key.
   */
  readonly schemeName?: string | undefined;
  /**
   * Whether a request without the credential is accepted. If true, the argument is then `undefined`. If
   * false, the request gets a 401 response. Default: false.
   */
  readonly optional?: boolean | undefined;
}

/** Options of `httpBasic()` and `httpBearer()`. */
export interface HttpSecurityOptions extends SecurityOptions {
  /** The protection space (RFC 9110, section 11.5), which browsers display. Default: `'JSON-RPC'`. */
  readonly realm?: string | undefined;
}

/** Options that require the credential. */
export type RequiredCredential<Options extends SecurityOptions> = Options & {
  readonly optional?: false | undefined;
};

/**
 * Creates a source that reads a credential. The source throws Unauthorized if a required credential is
 * missing.
 */
export function securitySource<Value>(
  parts: Pick<SecurityReader<Value>, 'security' | 'find' | 'challenges'>,
): SecuritySource<Value> {
  const { security, find, challenges } = parts;
  const scheme = security.schemes[0]?.schemeName;
  const challenge = challenges.length === 0 ? undefined : challenges.join(', ');
  const reader: SecurityReader<Value> = {
    kind: 'context',
    ...parts,
    read: (context) => {
      const credential = find(context);
      if (credential === undefined && !security.isOptional) {
        throw new Unauthorized({ scheme }, { challenge });
      }
      // The overloads of the public functions add undefined to the type of an optional source.
      return credential as Value;
    },
  };
  return reader;
}
