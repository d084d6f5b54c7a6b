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
 * A key in a header, not yet checked. Where it is missing or empty the exchange ends with 401.
 *
 * ```ts
 * const getClient = dependency({ key: apiKeyHeader('x-api-key') }, ({ key }) => clients.byKey(key));
 * ```
 */
export function apiKeyHeader(
  name: string,
  options?: RequiredCredential<SecurityOptions>,
): SecuritySource<string>;
/** A key in a header, or undefined where it is missing or empty. */
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
  return apiKey('header', name, options, ({ httpRequest }) => httpRequest.header(lowerCase));
}

/** A key in a cookie, not yet checked. Where it is missing or empty the exchange ends with 401. */
export function apiKeyCookie(
  name: string,
  options?: RequiredCredential<SecurityOptions>,
): SecuritySource<string>;
/** A key in a cookie, or undefined where it is missing or empty. */
export function apiKeyCookie(
  name: string,
  options: SecurityOptions,
): SecuritySource<string | undefined>;
export function apiKeyCookie(
  name: string,
  options: SecurityOptions = {},
): SecuritySource<string | undefined> {
  checkName('cookie', name);
  return apiKey('cookie', name, options, ({ cookies }) =>
    Object.hasOwn(cookies, name) ? cookies[name] : undefined,
  );
}

function apiKey(
  where: 'header' | 'cookie',
  name: string,
  options: SecurityOptions,
  find: (context: ResolutionContext) => string | undefined,
): SecuritySource<string | undefined> {
  const { description, optional = false } = options;
  const schemeName = options.schemeName ?? `apiKey.${name.replaceAll(/[^\w.-]/g, '_')}`;
  const scheme = { type: 'apiKey', in: where, name, description } as const;
  return securitySource({
    security: { schemes: [{ schemeName, scheme }], isOptional: optional },
    challenges: [],
    // An empty key is none.
    find: (context) => find(context) || undefined,
  });
}

/** @param name that a caller without types may have left out, or have a schema for */
function checkName(where: 'header' | 'cookie', name: unknown): void {
  const called = where === 'header' ? 'apiKeyHeader' : 'apiKeyCookie';
  if (typeof name !== 'string') {
    throw new TypeError(
      `${called}(): the first argument must be the name of the ${where}, not ${describeValue(name)}; write ` +
        `${called}(${where === 'header' ? "'x-api-key'" : "'session'"})`,
    );
  }
  if (!isToken(name)) {
    throw new TypeError(
      `${called}(): HTTP has no ${where} named ` +
        `${JSON.stringify(name)}; use letters, digits, "-" and "_"`,
    );
  }
}
