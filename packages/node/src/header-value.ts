import type { IncomingMessage } from 'node:http';

/** Of these, Node keeps the first one and drops what follows. */
const KEPT_ONCE = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/**
 * A header by its lower-case name, several of them joined, as the `Headers` of a fetch runtime join
 * them. So a second `content-type` or `authorization` is seen, and is the same everywhere: a proxy
 * in front may have looked at that one.
 */
export function headerValue(incoming: IncomingMessage, name: string): string | undefined {
  // Node collects headers in a plain object, which inherits `constructor` and can't hold `__proto__`.
  if (name in Object.prototype) return joinAll(incoming.rawHeaders, name);
  // HTTP/2 names the host in a pseudo-header, which takes precedence (RFC 9113, section 8.3.1).
  const authority = name === 'host' ? incoming.headers[':authority'] : undefined;
  const value = authority ?? incoming.headers[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return value.join(', ');
  return KEPT_ONCE.has(name) && authority === undefined
    ? joinAll(incoming.rawHeaders, name)
    : value;
}

function joinAll(rawHeaders: readonly string[], name: string): string | undefined {
  let joined: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index];
    if (rawName?.length !== name.length) continue;
    if (rawName !== name && rawName.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? '';
    joined = joined === undefined ? value : `${joined}, ${value}`;
  }
  return joined;
}
