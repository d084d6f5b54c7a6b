import { challenge, credentialsOf, notAuthenticated } from './http-credentials.js';
import type { HttpSecurityOptions, SecuritySource } from './security-source.js';

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
export function httpBearer(options: BearerOptions = {}): SecuritySource<string> {
  const { realm = 'JSON-RPC', bearerFormat, description, schemeName = 'httpBearer' } = options;
  const wwwAuthenticate = challenge('Bearer', realm);
  return {
    kind: 'scope',
    perCall: false,
    security: { schemeName, scheme: { type: 'http', scheme: 'bearer', bearerFormat, description } },
    read: ({ httpRequest }) => {
      const token = credentialsOf(httpRequest, 'Bearer');
      if (token === undefined) throw notAuthenticated(wwwAuthenticate);
      return token;
    },
  };
}
