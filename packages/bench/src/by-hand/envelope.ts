export interface Request {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method: string;
  readonly params?: object;
}

/** A valid request object: its four members and no other. */
export function isRequest(value: unknown): value is Request {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if ('id' in value && !isId(id)) return false;
  if ('params' in value && (typeof params !== 'object' || params === null)) return false;
  for (const name in value) {
    if (name !== 'jsonrpc' && name !== 'id' && name !== 'method' && name !== 'params') return false;
  }
  return true;
}

/** The id to answer with. */
export function idOf(value: unknown): string | number | null {
  const id = (value as { id?: unknown } | null)?.id;
  return isId(id) ? id : null;
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
