import type { Carrier } from '../message/carrier.js';
import {
  type HttpSecurityOptions,
  type RequiredCredential,
  securitySource,
  type SecuritySource,
} from './security-source.js';

/** Returns the credentials of a scheme, whose name is case-insensitive (RFC 9110, section 11.4). */
function readCredentials(carrier: Carrier, scheme: string): string | undefined {
  const [, sent, credentials] = /^(\S+) +(\S+)$/.exec(carrier.header('authorization') ?? '') ?? [];
  return sent?.toLowerCase() === scheme.toLowerCase() ? credentials : undefined;
}

/** @throws TypeError if the realm isn't printable ASCII */
function challenge(scheme: string, realm: string): string {
  if (!/^[\x20-\x7e]*$/.test(realm)) {
    throw new TypeError(
      `http${scheme}(): realm must consist of printable ASCII characters, unlike ` +
        `${JSON.stringify(realm)}. Use other characters, or omit it.`,
    );
  }
  return `${scheme} realm="${realm.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** The unverified credentials that {@link httpBasic} reads. */
export interface BasicCredentials {
  /** Contains no colon; may be empty. */
  readonly username: string;
  /** May be empty. */
  readonly password: string;
}

/**
 * Reads a username and a password (RFC 7617) without verifying them. A request without them, or with
 * malformed ones, gets a 401 response with `WWW-Authenticate: Basic`.
 *
 * ```ts
 * const getUser = dependency({ credentials: httpBasic() }, ({ credentials }) =>
 *   users.verify(credentials.username, credentials.password),
 * );
 * ```
 *
 * @throws TypeError if the realm isn't printable ASCII
 */
export function httpBasic(
  options?: RequiredCredential<HttpSecurityOptions>,
): SecuritySource<BasicCredentials>;
/** Reads a username and a password; `undefined` if the request has none. */
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
    find: ({ carrier }) => decode(readCredentials(carrier, 'Basic')),
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

/** Options of {@link httpBearer}. */
export interface BearerOptions extends HttpSecurityOptions {
  /** The format of the token in the API schemas, such as `'JWT'`. */
  readonly bearerFormat?: string | undefined;
}

/**
 * Reads a bearer token (RFC 6750) without verifying it. A request without a token gets a 401 response
 * with `WWW-Authenticate: Bearer`.
 *
 * ```ts
 * const getUser = dependency({ token: httpBearer() }, ({ token }) => sessions.userOf(token));
 * ```
 *
 * @throws TypeError if the realm isn't printable ASCII
 */
export function httpBearer(options?: RequiredCredential<BearerOptions>): SecuritySource<string>;
/** Reads a bearer token; `undefined` if the request has none. */
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
    find: ({ carrier }) => readCredentials(carrier, 'Bearer'),
  });
}
