import type { HttpRequest, HttpResponse, PageRoute } from '@jsonrpc-kit/core/adapter';
import type { Api } from '@jsonrpc-kit/core/description';

/** A response body that only changes with a new release of the application. */
export interface Content {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** A strong entity tag, including its quotes. */
  readonly etag: string;
  readonly headers?: readonly (readonly [string, string])[];
}

/** Encodes a text, with its hash as the entity tag. */
export async function textContent(
  text: string,
  options: Omit<Content, 'body' | 'etag'>,
): Promise<Content> {
  const body = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...options, body, etag: `"${hash}"` };
}

/** Creates a route of an asset, which it loads on the first request. */
export function assetRoute(path: string, load: () => Promise<Content>): PageRoute {
  let content: Content | undefined;
  return {
    path,
    handle: async (request) => {
      try {
        content ??= await load();
      } catch {
        // The import of an asset fails if a bundler has not included it.
        return errorResponse(
          `The content of ${path} is missing from the installed @jsonrpc-kit/schema. If the server ` +
            'is bundled, mark the package as external, or include its dynamic imports in the bundle.',
        );
      }
      return contentResponse(request, content);
    },
  };
}

/**
 * Creates a route that generates its content for each request, since the methods of an api may change.
 *
 * @param logger logs an error of `generate`
 */
export function contentRoute(
  path: string,
  generate: () => Promise<Content>,
  logger: Pick<Api['logger'], 'error'>,
): PageRoute {
  return {
    path,
    handle: async (request) => {
      try {
        return contentResponse(request, await generate());
      } catch (error) {
        logger.error({ err: error }, `Generating ${path} failed`);
        return errorResponse('Internal Server Error');
      }
    },
  };
}

/** Returns the content, or status 304 if the client has the current version. */
export function contentResponse(request: HttpRequest, content: Content): HttpResponse {
  const { body, contentType, etag, headers = [] } = content;
  const isCurrent = matchesEtag(request.header('if-none-match'), etag);
  return {
    status: isCurrent ? 304 : 200,
    body: isCurrent ? undefined : body,
    contentType: isCurrent ? undefined : contentType,
    headers: [
      ['etag', etag],
      // Clients revalidate every time, since a new release may change the content.
      ['cache-control', 'no-cache'],
      ['x-content-type-options', 'nosniff'],
      ...headers,
    ],
    onSent: undefined,
  };
}

/** Compares weakly (RFC 9110, 13.1.2), since proxies that compress weaken the tag. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

export function errorResponse(detail: string): HttpResponse {
  return {
    status: 500,
    body: JSON.stringify({ detail }),
    contentType: 'application/json',
    headers: undefined,
    onSent: undefined,
  };
}
