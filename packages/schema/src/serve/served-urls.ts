/** Where the documents and the page are to be; null for one that is not. */
export interface UrlOptions {
  /** The path of the OpenAPI document. Default: `/openapi.json`; null: none. */
  readonly openapiUrl?: string | null | undefined;
  /**
   * The path of the OpenRPC document. Default: `/openrpc.json`; null: none, and none of an entrypoint
   * at `{path}/openrpc.json`.
   */
  readonly openrpcUrl?: string | null | undefined;
  /** The path of the page. Default: `/docs`; null: none. It shows the OpenAPI document. */
  readonly docsUrl?: string | null | undefined;
}

/** Paths; null where there is none. */
export interface ServedUrls {
  readonly openapiUrl: string | null;
  readonly openrpcUrl: string | null;
  readonly docsUrl: string | null;
}

/** @throws TypeError that says which option is wrong, and what to write */
export function servedUrls({
  openapiUrl = '/openapi.json',
  openrpcUrl = '/openrpc.json',
  docsUrl = openapiUrl === null ? null : '/docs',
}: UrlOptions): ServedUrls {
  if (docsUrl !== null && openapiUrl === null) {
    throw new TypeError(
      'serveSchemas: the page shows the OpenAPI document, so docsUrl needs openapiUrl; set docsUrl ' +
        'to null as well, or leave openapiUrl out',
    );
  }
  return {
    openapiUrl: checkPath('openapiUrl', openapiUrl),
    openrpcUrl: checkPath('openrpcUrl', openrpcUrl),
    docsUrl: checkPath('docsUrl', docsUrl),
  };
}

function checkPath(option: string, path: string | null): string | null {
  if (path === null) return null;
  if (/^\/[\w\-.~%@/]*$/.test(path) && !path.includes('//')) {
    // With it or without, it is the same path.
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  }
  throw new TypeError(
    `serveSchemas: ${option} must be a path that begins with "/", as "/openapi.json", or null; it ` +
      `is ${JSON.stringify(path)}`,
  );
}
