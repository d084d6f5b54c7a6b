import type { HttpRequest } from '@jsonrpc-kit/core/adapter';
import { invalidRequest } from './mcp-error.js';

/** The origins of web pages that may send requests; `'*'` for all. */
export type AllowedOrigins = readonly string[] | '*' | undefined;

const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Rejects requests of web pages on other sites. A page whose name resolves to this machine (DNS
 * rebinding) has its own name in `Origin` and in `Host`, so the two are not compared.
 *
 * @throws McpError with status 403
 */
export function checkOrigin(request: HttpRequest, allowed: AllowedOrigins): void {
  const origin = request.header('origin');
  if (origin === undefined || allowed === '*') return;
  const isAllowed =
    allowed === undefined ? LOOPBACK.test(origin) : allowed.includes(origin.toLowerCase());
  if (!isAllowed) throw invalidRequest('Requests from this origin are not allowed', 403);
}
