import type { HttpResponse, PageRoute } from '@jsonrpc-kit/core/adapter';

/** Where clients get an access token for the tools (OAuth 2.0, RFC 9728). */
export interface AuthorizationOptions {
  /** The public URL of the MCP endpoint, such as `https://bank.example/mcp`. */
  readonly resource: string;
  /** The issuers of the authorization servers. */
  readonly servers: readonly string[];
  /** The scopes that a client may request. Default: the metadata list no scopes. */
  readonly scopes?: readonly string[] | undefined;
}

/** Leads clients without a token to an authorization server, by the metadata of the MCP endpoint. */
export class ProtectedResource {
  readonly route: PageRoute;
  readonly #challenge: string;

  /**
   * @param path the path of the MCP endpoint
   * @throws TypeError if the URL of the resource doesn't end with the path
   */
  constructor({ resource, servers, scopes }: AuthorizationOptions, path: string) {
    if (!URL.canParse(resource) || !new URL(resource).pathname.endsWith(path)) {
      throw new TypeError(
        `serveMcp(): authorization.resource must be a URL that ends with the path ${path}, not ` +
          `${JSON.stringify(resource)}. Write 'https://bank.example${path}'.`,
      );
    }
    const metadataPath = `/.well-known/oauth-protected-resource${path}`;
    const { origin, pathname } = new URL(resource);
    const mountedAt = pathname.slice(0, -path.length);
    this.#challenge = `resource_metadata="${origin}${mountedAt}${metadataPath}"`;
    const body = JSON.stringify({
      resource,
      authorization_servers: servers,
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    });
    this.route = {
      path: metadataPath,
      handle: () => ({
        status: 200,
        body,
        contentType: 'application/json',
        headers: [['access-control-allow-origin', '*']],
        onSent: undefined,
      }),
    };
  }

  /**
   * Adds the URL of the metadata to a Bearer challenge, and to a 401 without a challenge. Returns other
   * responses unchanged.
   */
  addChallenge(response: HttpResponse): HttpResponse {
    if (response.status !== 401 && response.status !== 403) return response;
    const headers = Array.from(response.headers ?? [], ([name, value]): [string, string] =>
      name.toLowerCase() === 'www-authenticate' && /^bearer\b/i.test(value)
        ? [name, `${value}, ${this.#challenge}`]
        : [name, value],
    );
    const isChallenged = headers.some(([name]) => name.toLowerCase() === 'www-authenticate');
    if (response.status === 401 && !isChallenged) {
      headers.push(['www-authenticate', `Bearer ${this.#challenge}`]);
    }
    return { ...response, headers };
  }
}
