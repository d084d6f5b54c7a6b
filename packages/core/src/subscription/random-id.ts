/** Random bytes for several ids, because each request for them costs more than the bytes. */
const pool = new Uint8Array(2048);
const ID_BYTES = 16;
let next = pool.length;

/** Returns 128 random bits as 32 hexadecimal digits. */
export function randomId(): string {
  if (next === pool.length) {
    crypto.getRandomValues(pool);
    next = 0;
  }
  let id = '';
  for (const end = next + ID_BYTES; next < end; next += 1) {
    id += (pool[next] ?? 0).toString(16).padStart(2, '0');
  }
  return id;
}
