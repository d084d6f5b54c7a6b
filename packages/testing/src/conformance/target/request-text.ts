/** The members that a case gives to its request object. */
export interface RequestMembers {
  readonly method: string;
  readonly params?: unknown;
  /** Without it, a notification. */
  readonly id?: unknown;
}

/** The text of a valid request object. */
export function requestText({ method, params, id }: RequestMembers): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params, id });
}

/** The text of a batch of these. */
export function batchText(items: readonly RequestMembers[]): string {
  return `[${items.map(requestText).join(',')}]`;
}
