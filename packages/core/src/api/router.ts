import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import { handleRequest } from '../exchange/handle-request.js';
import { isHttpError } from '../errors/http-error.js';
import { httpErrorResponse } from '../errors/http-error-response.js';
import { detailResponse, type HttpResponse } from '../http/http-response.js';
import { withSendableHeaders } from '../http/http-response-head.js';
import type { HttpRequest } from '../http/http-request.js';
import { checkRoutePath, isResolvedPath, withoutTrailingSlash } from '../http/route-path.js';
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
  /**
   * Whether the page also responds while the api is closing, and on any `Host`, because an orchestrator
   * uses the address of a process. Default: false.
   */
  readonly isHealthCheck?: boolean | undefined;
}

const PAGE_VERBS = ['GET', 'HEAD'];

type Route = (request: HttpRequest) => MaybePromise<HttpResponse>;

/** Finds the entrypoint, method or page of a path. */
export class Router {
  /** The entrypoints with the state of the api. */
  readonly bound: BoundEntrypoint[] = [];
  /** Whether adapters have the mounts, so that no entrypoint and no page can be added. */
  isMounted = false;
  readonly #exact = new Map<string, Route>();
  readonly #pages = new Map<string, PageRoute>();

  get entrypoints(): readonly AnyEntrypoint[] {
    return Object.freeze(this.bound.map(({ entrypoint }) => entrypoint));
  }

  get mounts(): readonly Mount[] {
    return [
      ...Array.from(this.#pages.keys(), (path) => ({ path, matchSubpaths: false })),
      ...this.bound.map(({ entrypoint: { path } }) => ({ path, matchSubpaths: true })),
    ];
  }

  /** Returns the entrypoint at a path; a trailing slash is ignored. */
  boundAt(path: string): BoundEntrypoint | undefined {
    const trimmed = withoutTrailingSlash(path);
    return this.bound.find(({ entrypoint }) => entrypoint.path === trimmed);
  }

  addEntrypoint(bound: BoundEntrypoint): void {
    this.#add(bound.entrypoint.path, (request) => handleRequest(bound, request));
    this.bound.push(bound);
  }

  boundEntrypoint(entrypoint: AnyEntrypoint): BoundEntrypoint {
    const found = this.bound.find((bound) => bound.entrypoint === entrypoint);
    if (found !== undefined) return found;
    throw new TypeError(`Api: the entrypoint ${entrypoint.path} is not bound. Bind it first.`);
  }

  addPage(page: PageRoute, logger: Logger): void {
    const { path, verbs = PAGE_VERBS, handle } = page;
    checkRoutePath('Api', path);
    const guarded = async (request: HttpRequest): Promise<HttpResponse> => {
      try {
        return await pageResponse(handle, request, logger);
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
    this.#pages.set(path, page);
  }

  /** Whether the path is that of a health check. */
  isHealthCheck(path: string): boolean {
    return this.#pages.get(path)?.isHealthCheck === true;
  }

  /** Returns the route of a path; a trailing slash is ignored. */
  match(path: string): Route | undefined {
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    const trimmed = withoutTrailingSlash(path);
    return this.#exact.get(trimmed) ?? this.#matchMethod(trimmed);
  }

  #add(path: string, route: Route): void {
    if (this.isMounted) {
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

  /** Matches `{path}/{method}`; of nested entrypoints, the deepest one decides. */
  #matchMethod(path: string): Route | undefined {
    if (!isResolvedPath(path)) return undefined;
    const found = this.bound
      .filter(({ entrypoint }) => path.startsWith(prefixOf(entrypoint)))
      .toSorted((a, b) => b.entrypoint.path.length - a.entrypoint.path.length)[0];
    if (found?.entrypoint.settings.methodRoutes !== true) return undefined;
    const method = decodeMethod(path.slice(prefixOf(found.entrypoint).length));
    if (method === undefined) return undefined;
    return (request) => handleRequest(found, request, method);
  }
}

async function pageResponse(
  handle: PageRoute['handle'],
  request: HttpRequest,
  logger: Logger,
): Promise<HttpResponse> {
  try {
    return await handle(request);
  } catch (error) {
    if (isHttpError(error)) return withSendableHeaders(httpErrorResponse(error), logger);
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
