/** They say what the body is and where it ends, so that the server sets them, whatever stands here. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'transfer-encoding',
]);

/**
 * They concern one connection, which the server manages (RFC 9110, section 7.6.1). Node, its HTTP/2 and
 * the frameworks fail on them, each in its own way.
 */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
]);

/** RFC 9110, sections 5.1 and 5.5. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The headers to send of those that a method or an `HttpError` has set, in lower case. */
export function answerHeaders(
  headers: Iterable<readonly [string, string]>,
): (readonly [string, string])[] {
  return Array.from(headers, ([name, value]) => [name.toLowerCase(), value] as const).filter(
    ([name]) => !OF_THE_SERVER.has(name),
  );
}

/**
 * Whether a response of a method may carry the header: HTTP has bytes for it, and it does not concern
 * the connection.
 *
 * @param header the value may be anything, where a subclass of HttpError has changed its headers
 */
export function isSendable([name, value]: readonly [string, unknown]): boolean {
  const hasBytes = NAME.test(name) && typeof value === 'string' && VALUE.test(value);
  return hasBytes && !OF_THE_CONNECTION.has(name);
}
