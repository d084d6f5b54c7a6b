import type { NextHandleFunction } from 'connect';

/** Rejects a request that calls a method of administrators without a token. Reads the parsed body. */
export const requireToken: NextHandleFunction = (request, response, next) => {
  const { body } = request as { readonly body?: unknown };
  const calls: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (!calls.some(isAdministration) || request.headers.authorization === 'Bearer s3cret') {
    next();
    return;
  }
  response.statusCode = 401;
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.end('Unauthorized');
};

function isAdministration(call: unknown): boolean {
  return (
    typeof call === 'object' &&
    call !== null &&
    'method' in call &&
    String(call.method).startsWith('admin.')
  );
}
