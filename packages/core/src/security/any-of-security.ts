import { describeValue, isObject } from '../options/describe-value.js';
import { findCredential, securitySource, type SecuritySource } from './security-source.js';

/** Credentials by the names that the handler tells them apart by. */
export interface SecuritySources {
  /** By the name that the value has as its `scheme`. */
  readonly [name: string]: SecuritySource<NonNullable<unknown>>;
}

/** The credential that a request has, under the name of its source. */
export type PresentCredential<Sources extends SecuritySources> = {
  [Name in keyof Sources & string]: {
    readonly scheme: Name;
    readonly credential: Sources[Name] extends SecuritySource<infer Value> ? Value : never;
  };
}[keyof Sources & string];

/** Whether {@link anyOfSecurity} needs one of its credentials. */
export interface AnyOfSecurityOptions {
  /**
   * Whether the argument is `undefined` for a request with none of them, instead of 401. Default:
   * false.
   */
  readonly optional?: boolean | undefined;
}

/**
 * Reads the first of several credentials that the request has, with the name of its source. Without
 * any of them the exchange ends with 401 and the challenges of all. API schemas list them as
 * alternatives.
 *
 * ```ts
 * const login = anyOfSecurity({ token: httpBearer(), session: apiKeyCookie('session') });
 * const getUser = dependency({ login }, ({ login }) =>
 *   login.scheme === 'token' ? users.byToken(login.credential) : users.bySession(login.credential),
 * );
 * ```
 *
 * @throws TypeError for fewer than two sources, and for one that is optional or no credential
 */
export function anyOfSecurity<const Sources extends SecuritySources>(
  sources: Sources,
  options?: AnyOfSecurityOptions & { readonly optional?: false | undefined },
): SecuritySource<PresentCredential<Sources>>;
/** Reads the first of several credentials that the request has, or undefined. */
export function anyOfSecurity<const Sources extends SecuritySources>(
  sources: Sources,
  options: AnyOfSecurityOptions,
): SecuritySource<PresentCredential<Sources> | undefined>;
export function anyOfSecurity(
  sources: SecuritySources,
  { optional = false }: AnyOfSecurityOptions = {},
): SecuritySource<unknown> {
  const alternatives = checkAlternatives(sources);
  return securitySource({
    security: {
      schemes: alternatives.flatMap(([, { security }]) => security.schemes),
      isOptional: optional,
    },
    challenges: alternatives.flatMap(([, { challenges }]) => challenges),
    find: (context) => {
      for (const [scheme, source] of alternatives) {
        const credential = findCredential(source, context);
        if (credential !== undefined) return { scheme, credential };
      }
      return undefined;
    },
  });
}

/** @param sources that a caller without types may have anything in */
function checkAlternatives(
  sources: unknown,
): readonly (readonly [string, SecuritySource<unknown>])[] {
  const isOne = isObject(sources) && sources['kind'] === 'context';
  const isRecord = isObject(sources) && !Array.isArray(sources) && !isOne;
  const entries = isRecord ? Object.entries(sources) : [];
  if (entries.length < 2) {
    throw new TypeError(
      `anyOfSecurity(): the first argument must be an object of two or more credentials, not ` +
        `${isOne ? 'one credential' : describeValue(sources)}; write { token: httpBearer(), session: apiKeyCookie('session') }`,
    );
  }
  return entries.map(([name, source]) => {
    if (!isObject(source) || !isObject(source['security'])) {
      throw new TypeError(
        `anyOfSecurity(): "${name}" is no credential; write httpBearer(), httpBasic(), ` +
          `apiKeyHeader(name) or apiKeyCookie(name)`,
      );
    }
    const credential = source as unknown as SecuritySource<unknown>;
    if (!credential.security.isOptional) return [name, credential];
    throw new TypeError(
      `anyOfSecurity(): "${name}" is optional; write anyOfSecurity({ … }, { optional: true }) instead`,
    );
  });
}
