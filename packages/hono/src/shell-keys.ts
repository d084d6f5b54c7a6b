/** Under which symbols a shell of `@hono/node-server` keeps what it has made of Node's message. */
export interface ShellKeys {
  /** The `headers` that it has handed out, which could be changed. */
  readonly headers: symbol;
  /** The real `Request`, whose stream takes the message soon after, without a trace on it yet. */
  readonly request: symbol;
}

/**
 * By their prototype, which the shells of a server share; null where requests are no shells. To look
 * through the symbols of every request took 3 % of a single call.
 */
const known = new WeakMap<object, ShellKeys | null>();

/**
 * The symbols, where the request is such a shell. Should they be named otherwise some day, it is none:
 * slower, and as right.
 */
export function shellKeysOf(request: Request): ShellKeys | undefined {
  const kind = Object.getPrototypeOf(request) as object;
  let keys = known.get(kind);
  if (keys === undefined) {
    keys = findKeys(kind, Object.getOwnPropertySymbols(request)) ?? null;
    known.set(kind, keys);
  }
  return keys ?? undefined;
}

function findKeys(kind: object, symbols: readonly symbol[]): ShellKeys | undefined {
  const incoming = symbolNamed('incomingKey', symbols);
  const url = symbolNamed('urlKey', symbols);
  if (incoming === undefined || url === undefined) return undefined;
  // A shell has these symbols once it was asked: here one around a message without anything.
  const asked = Object.create(kind, {
    [incoming]: { value: { headers: {}, rawHeaders: [] } },
    [url]: { value: 'http://localhost/' },
    method: { value: 'GET' },
  }) as Request;
  try {
    void asked.credentials;
  } catch {
    return undefined;
  }
  const made = Object.getOwnPropertySymbols(asked);
  const headers = symbolNamed('headersKey', made);
  const real = symbolNamed('requestCache', made);
  return headers && real && { headers, request: real };
}

function symbolNamed(name: string, symbols: readonly symbol[]): symbol | undefined {
  return symbols.find(({ description }) => description === name);
}
