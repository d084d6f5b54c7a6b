import { describeValue, isObject } from '../options/describe-value.js';
import { type SecurityReader, securitySource, type SecuritySource } from './security-source.js';

/** The sources of the credentials that {@link anyOfSecurity} accepts. */
export interface SecuritySources {
  /** By the name that the handler receives as `scheme`. */
  readonly [name: string]: SecuritySource<NonNullable<unknown>>;
}

/** The credential of a request, with the name of its source. */
export type PresentCredential<Sources extends SecuritySources> = {
  [Name in keyof Sources & string]: {
    readonly scheme: Name;
    readonly credential: Sources[Name] extends SecuritySource<infer Value> ? Value : never;
  };
}[keyof Sources & string];

/** Options of {@link anyOfSecurity}. */
export interface AnyOfSecurityOptions {
  /**
   * Whether a request without any of the credentials is accepted. If true, the argument is then
   * `undefined`. If false, the request gets a 401 response. Default: false.
   */
  readonly optional?: boolean | undefined;
}

/**
 * Reads the first credential that the request has, together with the name of its source. A request
 * without any of the credentials gets {@link Unauthorized}, with the challenges of all sources. The API
 * schemas list the credentials as alternatives.
 *
 * ```ts
 * const login = anyOfSecurity({ token: httpBearer(), session: apiKeyCookie('session') });
 * const getUser = dependency({ login }, ({ login }) =>
 *   login.scheme === 'token' ? users.byToken(login.credential) : users.bySession(login.credential),
 * );
 * ```
 *
 * @throws TypeError if there are fewer than two sources, or one is optional or isn't a credential
 */
export function anyOfSecurity<const Sources extends SecuritySources>(
  sources: Sources,
  options?: AnyOfSecurityOptions & { readonly optional?: false | undefined },
): SecuritySource<PresentCredential<Sources>>;
/** Reads the first credential that the request has; `undefined` if it has none. */
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
        const credential = source.find(context);
        if (credential !== undefined) return { scheme, credential };
      }
      return undefined;
    },
  });
}

/** @param sources of any type, from callers without types */
function checkAlternatives(
  sources: unknown,
): readonly (readonly [string, SecurityReader<unknown>])[] {
  const isOne = isObject(sources) && sources['kind'] === 'context';
  const isRecord = isObject(sources) && !Array.isArray(sources) && !isOne;
  const entries = isRecord ? Object.entries(sources) : [];
  if (entries.length < 2) {
    throw new TypeError(
      `anyOfSecurity(): the first argument must be an object with at least two credentials, not ` +
        `${isOne ? 'one credential' : describeValue(sources)}. Write { token: httpBearer(), session: apiKeyCookie('session') }.`,
    );
  }
  return entries.map(([name, source]) => {
    if (!isObject(source) || !isObject(source['security'])) {
      throw new TypeError(
        `anyOfSecurity(): "${name}" isn't a credential. Write httpBearer(), httpBasic(), ` +
          `apiKeyHeader(name) or apiKeyCookie(name).`,
      );
    }
    const credential = source as unknown as SecurityReader<unknown>;
    if (!credential.security.isOptional) return [name, credential];
    throw new TypeError(
      `anyOfSecurity(): "${name}" is optional. Write anyOfSecurity({ … }, { optional: true }) instead.`,
    );
  });
}
