import { challenge, credentialsOf } from './http-credentials.js';
import {
  type HttpSecurityOptions,
  type RequiredCredential,
  securitySource,
  type SecuritySource,
} from './security-source.js';

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
