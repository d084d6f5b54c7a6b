/** The view that the fragment of the URL selects. */
export type Route =
  | { readonly view: 'overview' | 'history' }
  | { readonly view: 'method'; readonly id: string; readonly call: LinkedCall }
  | { readonly view: 'batch'; readonly calls: readonly LinkedItem[] | undefined };

/** A call in a link. It never contains headers, and is never sent without a click. */
export interface LinkedCall {
  readonly params?: string | undefined;
  /** Default: the default kind of the method. */
  readonly isNotification?: boolean | undefined;
}

export interface LinkedItem extends LinkedCall {
  readonly id: string;
}

/** The page ignores the rest of longer fragments. */
export const MAX_HASH_LENGTH = 30_000;

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = splitOnce(hash.slice(0, MAX_HASH_LENGTH).replace(/^#\/?/, ''));
  const [view, ...rest] = path.split('/');
  const search = new URLSearchParams(query);
  if (view === 'methods' && rest.length > 0) {
    return { view: 'method', id: decode(rest.join('/')), call: readCall(search) };
  }
  if (view === 'history') return { view };
  if (view === 'batch') return { view, calls: readItems(search.get('calls')) };
  return { view: 'overview' };
}

function splitOnce(text: string): readonly string[] {
  const index = text.indexOf('?');
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readCall(search: URLSearchParams): LinkedCall {
  return {
    params: search.get('params') ?? undefined,
    isNotification: search.has('notification') ? search.get('notification') !== 'false' : undefined,
  };
}

function readItems(text: string | null): readonly LinkedItem[] | undefined {
  if (text === null) return undefined;
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(items)) return undefined;
  return items.slice(0, 100).flatMap((item: unknown) => {
    if (!Array.isArray(item) || typeof item[0] !== 'string') return [];
    const params = typeof item[1] === 'string' ? item[1] : undefined;
    return [{ id: item[0], params, isNotification: item[2] === 1 }];
  });
}

/** Returns the fragment of a method, or of a filled-in call of it. */
export function methodHash(id: string, call: LinkedCall = {}): string {
  const search = new URLSearchParams();
  if (call.params !== undefined) search.set('params', call.params);
  if (call.isNotification !== undefined) {
    search.set('notification', call.isNotification ? '' : 'false');
  }
  const query = search.toString();
  return `#/methods/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
}

/** Returns the fragment of a batch. */
export function batchHash(items: readonly LinkedItem[]): string {
  const calls = items.map(({ id, params = '', isNotification }) => [
    id,
    params,
    ...(isNotification === true ? [1] : []),
  ]);
  return `#/batch?${new URLSearchParams({ calls: JSON.stringify(calls) }).toString()}`;
}
