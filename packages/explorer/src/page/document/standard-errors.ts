/** When the errors of JSON-RPC 2.0 occur, by code. Other codes mean something else on each server. */
const WHEN: Readonly<Record<number, string>> = {
  [-32700]: 'The body of the request is not JSON.',
  [-32600]: 'The request object is invalid, or a batch or body exceeds a limit.',
  [-32601]: 'The entrypoint has no such method.',
  [-32602]: 'A parameter, header or cookie failed validation.',
  [-32603]: 'The server failed unexpectedly.',
};

export function standardErrorWhen(code: number): string | undefined {
  return WHEN[code];
}
