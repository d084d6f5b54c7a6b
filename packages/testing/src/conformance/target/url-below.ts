/** The audited URL with something appended to its path: a slash, a method, a query. */
export function urlBelow(url: URL, below: string): URL {
  if (below === '') return url;
  const [path = '', query] = below.split('?');
  const target = new URL(url);
  // The path of an audited root is a slash already.
  if (path !== '') target.pathname = target.pathname.replace(/\/$/, '') + path;
  if (query !== undefined) target.search = query;
  return target;
}
