/**
 * Returns a thrown value as it is, unless even looking at its type or name throws, as with a revoked
 * Proxy: then an error that says so takes its place.
 */
export function inspectable(thrown: unknown): unknown {
  if (typeof thrown !== 'object' && typeof thrown !== 'function') return thrown;
  try {
    void (thrown instanceof Error);
    if (thrown !== null && 'name' in thrown) void thrown.name;
    return thrown;
  } catch {
    return new TypeError('The thrown value can not be inspected');
  }
}
