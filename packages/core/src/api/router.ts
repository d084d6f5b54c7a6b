import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import type { Endpoint } from '../call/endpoint.js';
import { handleRequest } from '../call/handle-request.js';
import { HttpError } from '../errors/http-error.js';
import { httpErrorResponse } from '../errors/http-error-response.js';
import { detailResponse, type HttpResponse } from '../http/http-response.js';
import type { HttpRequest } from '../http/http-request.js';
import type { Logger } from '../logging/logger.js';
import type { MaybePromise } from '../async/maybe-promise.js';

/** A path that an adapter mounts for all verbs, so that all adapters respond in the same way. */
export interface Mount {
  /** Absolute, relative to where the api is mounted; without a trailing slash. */
  readonly path: string;
  /** Whether the mount also matches every path below this one. */
  readonly matchSubpaths: boolean;
}

/** A route in addition to the entrypoints, for example for an API schema or another protocol. */
export interface PageRoute {
  /** Absolute, relative to where the api is mounted. */
  readonly path: string;
  /** The HTTP methods that `handle` responds to; others get 405. Default: GET and HEAD. */
  readonly verbs?: readonly string[] | undefined;
  /**
   * Responds to a request. An `HttpError` is sent; any other error is logged, and the client gets 500.
   */
  readonly handle: (request: HttpRequest) => MaybePromise<HttpResponse>;
}

const PAGE_VERBS = ['GET', 'HEAD'];

type Route = (request: HttpRequest) => MaybePromise<HttpResponse>;

interface BoundEntrypoint {
  readonly entrypoint: AnyEntrypoint;
  readonly endpoint: Endpoint;
  readonly route: Route;
}

/** Finds the entrypoint, method or page of a path. */
export class Router {
  readonly #exact = new Map<string, Route>();
  readonly #bound: BoundEntrypoint[] = [];
  readonly #pages = new Set<string>();
  #isMounted = false;

  get entrypoints(): readonly AnyEntrypoint[] {
    return Object.freeze(this.#bound.map(({ entrypoint }) => entrypoint));
  }

  get mounts(): readonly Mount[] {
    return [
      ...Array.from(this.#pages, (path) => ({ path, matchSubpaths: false })),
      ...this.#bound.map(({ entrypoint: { path } }) => ({ path, matchSubpaths: true })),
    ];
  }

  get endpoints(): readonly Endpoint[] {
    return this.#bound.map(({ endpoint }) => endpoint);
  }

  get isMounted(): boolean {
    return this.#isMounted;
  }

  /** Returns the mounts, and rejects entrypoints and pages from now on. */
  takeMounts(): readonly Mount[] {
    this.#isMounted = true;
    return this.mounts;
  }

  addEntrypoint(endpoint: Endpoint): void {
    const { entrypoint } = endpoint;
    const route: Route = (request) => handleRequest(endpoint, request);
    this.#add(entrypoint.path, route);
    this.#bound.push({ entrypoint, endpoint, route });
  }

  endpointOf(entrypoint: AnyEntrypoint): Endpoint {
    const found = this.#bound.find((bound) => bound.entrypoint === entrypoint);
    if (found !== undefined) return found.endpoint;
    throw new TypeError(`Api: the entrypoint ${entrypoint.path} is not bound. Bind it first.`);
  }

  addPage({ path, verbs = PAGE_VERBS, handle }: PageRoute, logger: Logger): void {
    const guarded = async (request: HttpRequest): Promise<HttpResponse> => {
      try {
        return await pageResponse(handle, request);
      } catch (err) {
        logger.error({ err, path }, 'Page failed');
        return detailResponse(500, 'Internal Server Error');
      }
    };
    this.#add(path, (request) =>
      verbs.includes(request.verb)
        ? guarded(request)
        : detailResponse(405, 'Method Not Allowed', [['allow', verbs.join(', ')]]),
    );
    this.#pages.add(path);
  }

  /** Returns the route of a path; a trailing slash is ignored. */
  match(path: string): Route | undefined {
    return this.#exact.get(path) ?? this.#matchSlow(path);
  }

  #add(path: string, route: Route): void {
    if (this.#isMounted) {
      throw new TypeError(
        `Api: can't add ${path}, because the api is already mounted. Bind entrypoints and add pages ` +
          "before you call the framework's jsonRpc().",
      );
    }
    if (this.#exact.has(path)) {
      throw new TypeError(`Api: the path ${path} is already in use. Choose another path.`);
    }
    this.#exact.set(path, route);
  }

  #matchSlow(path: string): Route | undefined {
    const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    return this.#exact.get(trimmed) ?? this.#matchMethod(trimmed);
  }

  /** Matches `{path}/{method}`; of nested entrypoints, the deepest one wins. */
  #matchMethod(path: string): Route | undefined {
    if (!isResolvedPath(path)) return undefined;
    const found = this.#bound
      .filter(({ entrypoint }) => path.startsWith(prefixOf(entrypoint)))
      .toSorted((a, b) => b.entrypoint.path.length - a.entrypoint.path.length)[0];
    if (found === undefined) return undefined;
    const method = decodeMethod(path.slice(prefixOf(found.entrypoint).length));
    if (method === undefined) return undefined;
    return (request) => handleRequest(found.endpoint, request, { routeMethod: method });
  }
}

async function pageResponse(
  handle: PageRoute['handle'],
  request: HttpRequest,
): Promise<HttpResponse> {
  try {
    return await handle(request);
  } catch (error) {
    if (error instanceof HttpError) return httpErrorResponse(error);
    throw error;
  }
}

function prefixOf({ path }: AnyEntrypoint): string {
  return path === '/' ? path : `${path}/`;
}

/** Decodes the name of a method. Returns undefined if a percent-escape is malformed. */
function decodeMethod(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Dot segments, encoded or not, a fragment, or a backslash, which some servers treat as a slash. */
const UNRESOLVED = /[#\\]|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether all clients, proxies and frameworks interpret the path in the same way. Other paths have no
 * route, because a proxy that protects some paths might resolve them differently from the api.
 */
export function isResolvedPath(path: string): boolean {
  return !UNRESOLVED.test(path);
}
