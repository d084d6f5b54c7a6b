/** When the errors of JSON-RPC 2.0 and of jsonrpc-kit occur, by code. */
const WHEN: Readonly<Record<number, string>> = {
  [-32700]: 'The body of the request is not JSON.',
  [-32600]: 'The request object is invalid, or a batch or body exceeds a limit.',
  [-32601]: 'The entrypoint has no such method.',
  [-32602]: 'A parameter, header or cookie failed validation.',
  [-32603]: 'The server failed unexpectedly.',
  [-32002]: 'The call exceeded its time limit.',
  [-32005]: 'The call exceeded a limit of the server.',
};

export function standardErrorWhen(code: number): string | undefined {
  return WHEN[code];
}
