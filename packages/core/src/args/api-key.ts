import type { ArgumentScope } from '../context/argument-scope.js';
import { shown } from '../options/shown.js';
import { notAuthenticated } from './http-credentials.js';
import { isToken } from './http-token.js';
import type { SecurityOptions, SecuritySource } from './security-source.js';

/**
 * A key in a header, not yet checked. Where it is missing or empty the exchange ends with 401.
 *
 * ```ts
 * const getClient = dependency({ key: apiKeyHeader('x-api-key') }, ({ key }) => clients.byKey(key));
 * ```
 */
export function apiKeyHeader(name: string, options: SecurityOptions = {}): SecuritySource<string> {
  checkName('header', name);
  const lowerCase = name.toLowerCase();
  return apiKey('header', name, options, ({ httpRequest }) => httpRequest.header(lowerCase));
}

/** A key in a cookie, not yet checked. Where it is missing or empty the exchange ends with 401. */
export function apiKeyCookie(name: string, options: SecurityOptions = {}): SecuritySource<string> {
  checkName('cookie', name);
  return apiKey('cookie', name, options, ({ cookies }) =>
    Object.hasOwn(cookies, name) ? cookies[name] : undefined,
  );
}

function apiKey(
  where: 'header' | 'cookie',
  name: string,
  { description, schemeName }: SecurityOptions,
  find: (scope: ArgumentScope) => string | undefined,
): SecuritySource<string> {
  return {
    kind: 'scope',
    perCall: false,
    security: {
      schemeName: schemeName ?? `apiKey.${name.replaceAll(/[^\w.-]/g, '_')}`,
      scheme: { type: 'apiKey', in: where, name, description },
    },
    read: (scope) => {
      const key = find(scope);
      if (key === undefined || key === '') throw notAuthenticated();
      return key;
    },
  };
}

/** @param name that a caller without types may have left out, or have a schema for */
function checkName(where: 'header' | 'cookie', name: unknown): void {
  const called = where === 'header' ? 'apiKeyHeader' : 'apiKeyCookie';
  if (typeof name !== 'string') {
    throw new TypeError(
      `${called}(): the first argument must be the name of the ${where}, not ${shown(name)}; write ` +
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
