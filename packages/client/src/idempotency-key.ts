/** Creates a key that no other call has. */
export function createIdempotencyKey(): string {
  // Browsers have `randomUUID` only on pages with HTTPS, and on localhost.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
