type Id = string | number | null;

export interface Success {
  readonly jsonrpc: '2.0';
  readonly id: Id;
  readonly result: unknown;
}

export interface Failure {
  readonly jsonrpc: '2.0';
  readonly id: Id;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export type Response = Success | Failure;

export function success(id: Id, result: unknown): Success {
  return { jsonrpc: '2.0', id, result: result === undefined ? null : result };
}

function failure(code: number, message: string) {
  return (id: Id, data?: unknown): Failure => ({
    jsonrpc: '2.0',
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  });
}

export const parseError: (id: Id) => Failure = failure(-32700, 'Parse error');
export const invalidRequest: (id: Id) => Failure = failure(-32600, 'Invalid Request');
export const methodNotFound: (id: Id) => Failure = failure(-32601, 'Method not found');
export const invalidParams: (id: Id, data: unknown) => Failure = failure(-32602, 'Invalid params');
export const internalError: (id: Id) => Failure = failure(-32603, 'Internal error');
