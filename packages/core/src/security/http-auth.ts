import type { HttpRequest } from '../http/http-request.js';
import {
  type HttpSecurityOptions,
  type RequiredCredential,
  securitySource,
  type SecuritySource,
} from './security-source.js';

/** What stands in `authorization` after the scheme, which is case-insensitive (RFC 9110, 11.4). */
function credentialsOf(request: HttpRequest, scheme: string): string | undefined {
  const [, given, credentials] = /^(\S+) +(\S+)$/.exec(request.header('authorization') ?? '') ?? [];
  return given?.toLowerCase() === scheme.toLowerCase() ? credentials : undefined;
}

/** @throws TypeError for a realm that no header can carry */
function challenge(scheme: string, realm: string): string {
  if (!/^[\x20-\x7e]*$/.test(realm)) {
    throw new TypeError(
      `http${scheme}(): realm may have printable ASCII characters only, unlike ` +
        `${JSON.stringify(realm)}; leave it out, or write it in English letters`,
    );
  }
  return `${scheme} realm="${realm.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** What {@link httpBasic} has read; nobody has checked it yet. */
export interface BasicCredentials {
  /** Without a colon; it may be empty. */
  readonly username: string;
  /** As it was sent; it may be empty. */
  readonly password: string;
}

/**
 * The user's name and password (RFC 7617), not yet checked. Where they are missing, or are none, the
 * exchange ends with 401 and `WWW-Authenticate: Basic`.
 *
 * ```ts
 * const getUser = dependency({ credentials: httpBasic() }, ({ credentials }) =>
 *   users.verify(credentials.username, credentials.password),
 * );
 * ```
 *
 * @throws TypeError for a realm that no header can carry
 */
export function httpBasic(
  options?: RequiredCredential<HttpSecurityOptions>,
): SecuritySource<BasicCredentials>;
/** The user's name and password, or undefined for a request without them. */
export function httpBasic(
  options: HttpSecurityOptions,
): SecuritySource<BasicCredentials | undefined>;
export function httpBasic(
  options: HttpSecurityOptions = {},
): SecuritySource<BasicCredentials | undefined> {
  const { realm = 'JSON-RPC', description, schemeName = 'httpBasic', optional = false } = options;
  const scheme = { type: 'http', scheme: 'basic', description } as const;
  return securitySource({
    security: { schemes: [{ schemeName, scheme }], isOptional: optional },
    challenges: [`${challenge('Basic', realm)}, charset="UTF-8"`],
    find: ({ httpRequest }) => decode(credentialsOf(httpRequest, 'Basic')),
  });
}

function decode(encoded: string | undefined): BasicCredentials | undefined {
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const colon = text.indexOf(':');
    if (colon === -1) return undefined;
    return { username: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

/** How {@link httpBearer} asks for the token, and what the documents say of it. */
export interface BearerOptions extends HttpSecurityOptions {
  /** A hint for the documents, as `'JWT'`. */
  readonly bearerFormat?: string | undefined;
}

/**
 * The bearer token (RFC 6750), not yet checked. Without one the exchange ends with 401 and
 * `WWW-Authenticate: Bearer`.
 *
 * ```ts
 * const getUser = dependency({ token: httpBearer() }, ({ token }) => sessions.userOf(token));
 * ```
 *
 * @throws TypeError for a realm that no header can carry
 */
export function httpBearer(options?: RequiredCredential<BearerOptions>): SecuritySource<string>;
/** The bearer token, or undefined for a request without one. */
export function httpBearer(options: BearerOptions): SecuritySource<string | undefined>;
export function httpBearer(options: BearerOptions = {}): SecuritySource<string | undefined> {
  const {
    realm = 'JSON-RPC',
    bearerFormat,
    description,
    schemeName = 'httpBearer',
    optional = false,
  } = options;
  const scheme = { type: 'http', scheme: 'bearer', bearerFormat, description } as const;
  return securitySource({
    security: { schemes: [{ schemeName, scheme }], isOptional: optional },
    challenges: [challenge('Bearer', realm)],
    find: ({ httpRequest }) => credentialsOf(httpRequest, 'Bearer'),
  });
}
