import { challenge, credentialsOf } from './http-credentials.js';
import {
  type HttpSecurityOptions,
  type RequiredCredential,
  securitySource,
  type SecuritySource,
} from './security-source.js';

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
