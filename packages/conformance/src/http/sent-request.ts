/** Headers as name and value; names may repeat. */
export type HeaderList = readonly (readonly [string, string])[];

/** An HTTP request that is ready to be sent. */
export interface SentRequest {
  readonly verb: string;
  /** Appended to the path of the audited URL. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** Appends a path, a query or both to the path of a URL. */
export function appendPath(url: URL, appended: string): URL {
  if (appended === '') return url;
  const [path = '', query] = appended.split('?');
  const target = new URL(url);
  if (path !== '') target.pathname = target.pathname.replace(/\/$/, '') + path;
  if (query !== undefined) target.search = query;
  return target;
}
