import type { HttpRequest } from '@jsonrpc-kit/core/adapter';
import type { SecurityAlternatives, SecurityScheme } from '@jsonrpc-kit/core/description';

/** Whether a request carries a credential for each requirement; the credentials aren't verified. */
export function hasCredentials(
  request: HttpRequest,
  requirements: readonly SecurityAlternatives[],
): boolean {
  return requirements.every(
    ({ schemes, isOptional }) =>
      isOptional || schemes.some(({ scheme }) => isPresent(request, scheme)),
  );
}

function isPresent(request: HttpRequest, scheme: SecurityScheme): boolean {
  if (scheme.type === 'http') {
    const authorization = request.header('authorization')?.toLowerCase();
    return authorization?.startsWith(`${scheme.scheme} `) === true;
  }
  if (scheme.in === 'header') return request.header(scheme.name.toLowerCase()) !== undefined;
  const cookies = request.header('cookie')?.split(';') ?? [];
  return cookies.some((cookie) => cookie.trim().startsWith(`${scheme.name}=`));
}
