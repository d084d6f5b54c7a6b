import type { ResolutionContext } from '../di/argument-source.js';
import { describeValue } from '../options/describe-value.js';
import { isToken } from '../di/check-sources.js';
import {
  type RequiredCredential,
  type SecurityOptions,
  securitySource,
  type SecuritySource,
} from './security-source.js';

/**
 * Reads an API key from a header without verifying it. A request without a key, or with an empty one,
 * gets a 401 response.
 *
 * ```ts
 * const getClient = dependency({ key: apiKeyHeader('x-api-key') }, ({ key }) => clients.byKey(key));
 * ```
 *
 * @param name the name of the header, in any case
 * @throws TypeError if HTTP doesn't allow a header with this name
 */
export function apiKeyHeader(
  name: string,
  options?: RequiredCredential<SecurityOptions>,
): SecuritySource<string>;
/** Reads an API key from a header; `undefined` if it is missing or empty. */
export function apiKeyHeader(
  name: string,
  options: SecurityOptions,
): SecuritySource<string | undefined>;
export function apiKeyHeader(
  name: string,
  options: SecurityOptions = {},
): SecuritySource<string | undefined> {
  checkName('header', name);
  const lowerCase = name.toLowerCase();
  return apiKey({ in: 'header', name }, options, ({ carrier }) => carrier.header(lowerCase));
}

/**
 * Reads an API key from a cookie without verifying it. A request without a key, or with an empty one,
 * gets a 401 response.
 *
 * ```ts
 * const getUser = dependency({ session: apiKeyCookie('session') }, ({ session }) => sessions.userOf(session));
 * ```
 *
 * @param name the name of the cookie
 * @throws TypeError if HTTP doesn't allow a cookie with this name
 */
export function apiKeyCookie(
  name: string,
  options?: RequiredCredential<SecurityOptions>,
): SecuritySource<string>;
/** Reads an API key from a cookie; `undefined` if it is missing or empty. */
export function apiKeyCookie(
  name: string,
  options: SecurityOptions,
): SecuritySource<string | undefined>;
export function apiKeyCookie(
  name: string,
  options: SecurityOptions = {},
): SecuritySource<string | undefined> {
  checkName('cookie', name);
  return apiKey({ in: 'cookie', name }, options, ({ cookies }) => cookies[name]);
}

function apiKey(
  location: { readonly in: 'header' | 'cookie'; readonly name: string },
  options: SecurityOptions,
  find: (context: ResolutionContext) => string | undefined,
): SecuritySource<string | undefined> {
  const { description, optional = false } = options;
  const schemeName = options.schemeName ?? `apiKey.${location.name.replaceAll(/[^\w.-]/g, '_')}`;
  const scheme = { type: 'apiKey', ...location, description } as const;
  return securitySource({
    security: { schemes: [{ schemeName, scheme }], isOptional: optional },
    challenges: [],
    // An empty key counts as missing.
    find: (context) => find(context) || undefined,
  });
}

/** @param name of any type, from callers without types */
function checkName(where: 'header' | 'cookie', name: unknown): void {
  const called = where === 'header' ? 'apiKeyHeader' : 'apiKeyCookie';
  if (typeof name !== 'string') {
    throw new TypeError(
      `${called}(): the first argument must be the name of the ${where}, not ${describeValue(name)}. Write ` +
        `${called}(${where === 'header' ? "'x-api-key'" : "'session'"}).`,
    );
  }
  if (!isToken(name)) {
    throw new TypeError(
      `${called}(): HTTP doesn't allow a ${where} named ` +
        `${JSON.stringify(name)}. Use letters, digits, "-" and "_".`,
    );
  }
}
