/**
 * Members of a request beside its own four, as an entrypoint's `requestSchema` adds them. They stand
 * behind those, which they can't replace.
 */
export interface EnvelopeMembers {
  /** The client's: the option `requestId`. */
  readonly id?: never;
  /** The client's. */
  readonly jsonrpc?: never;
  /** The client's. */
  readonly method?: never;
  /** The client's. */
  readonly params?: never;
  /** As it is sent. */
  readonly [member: string]: unknown;
}

const OWN_MEMBERS: readonly string[] = ['id', 'jsonrpc', 'method', 'params'];

/** The request with these members behind its own. */
export function withMembers(request: object, members: EnvelopeMembers = {}): object {
  for (const name of OWN_MEMBERS) {
    if (!Object.hasOwn(members, name)) continue;
    throw new TypeError(
      `envelope: ${name} is one of the client's own members; ` +
        'send a request with another one by request({ json: … })',
    );
  }
  return { ...request, ...members };
}
