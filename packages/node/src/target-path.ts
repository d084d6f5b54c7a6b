const ABSOLUTE_FORM = /^[a-z][a-z\d+.-]*:\/\/[^/?]*([^?]*)/i;

/**
 * The path of a request target, not decoded, without the query. Clients of a proxy send the whole
 * URL, which a server has to take too (RFC 9112, section 3.2.2).
 */
export function targetPath(target: string): string {
  if (!target.startsWith('/')) {
    const path = ABSOLUTE_FORM.exec(target)?.[1];
    return path === '' ? '/' : (path ?? target);
  }
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}
