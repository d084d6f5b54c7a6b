import type { HttpRequest } from '@jsonrpc-kit/core/adapter';
import type { OptionKind } from '@jsonrpc-kit/core/internal';
import { invalidRequest } from './mcp-error.js';

/** The origins of web pages that may send requests; `'*'` for all. */
export type AllowedOrigins = readonly string[] | '*' | undefined;

/** Validates the option with the allowed origins. */
export const allowedOriginsKind: OptionKind = {
  is: (value) => value === '*' || Array.isArray(value),
  must: "'*' or an array of origins",
  advice: (option) => `Write ${option}: ['https://agent.example'].`,
  items: {
    is: isOrigin,
    must: 'an origin as browsers send it',
    advice: "Write 'https://agent.example', without a path or a default port.",
  },
};

/** Whether the value is an origin as browsers send it: without a path and without the default port. */
function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !/^[a-z][\w+.-]*:\/\/[^/?#\\@*\s]+$/i.test(value)) return false;
  if (!URL.canParse(value)) return false;
  const { origin } = new URL(value);
  // The origins of browser extensions and of desktop applications are unknown to `URL`.
  return origin === 'null' || origin === value.toLowerCase();
}

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
