/** The `id` of a request object: a string or a safe integer (JSON-RPC 2.0, section 4). */
export type RequestId = string | number;

/** Fractions, unsafe integers and `null` are no ids: they could not be echoed without loss or doubt. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
