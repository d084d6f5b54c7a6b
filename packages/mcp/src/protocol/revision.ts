import type { HttpRequest } from '@jsonrpc-kit/core/adapter';
import { headerMismatch, invalidParams, McpError, McpErrorCode, truncate } from './mcp-error.js';
import { isMembers, type McpRequest } from './message.js';

/** The revision in which every request carries its version and the client's capabilities. */
const MODERN_VERSION = '2026-07-28';

/** The revisions with a handshake that this package also supports, without sessions, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18'];

export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS];

/** Whether a request follows the stateless revision, or one with a handshake. */
export type Era = 'modern' | 'legacy';

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/**
 * Finds the revision that a request follows and checks its headers against its body, as the section
 * "Server Validation" of 2026-07-28 requires.
 *
 * @throws McpError with status 400
 */
export function checkRevision(http: HttpRequest, request: McpRequest): Era {
  const declared = request.meta[PROTOCOL_VERSION];
  const header = http.header('mcp-protocol-version');
  if (isLegacy(http, request)) return 'legacy';
  if (declared === undefined && (header === undefined || header === MODERN_VERSION)) {
    throw invalidParams(`params._meta["${PROTOCOL_VERSION}"] is missing`, 400);
  }
  checkHeader('MCP-Protocol-Version', header, declared ?? header);
  if (declared !== MODERN_VERSION) throw unsupportedVersion(header);
  if (!isMembers(request.meta[CLIENT_CAPABILITIES])) {
    throw invalidParams(`params._meta["${CLIENT_CAPABILITIES}"] must be an object`, 400);
  }
  checkHeader('Mcp-Method', http.header('mcp-method'), request.method);
  if (request.method === 'tools/call') {
    checkHeader('Mcp-Name', decodeHeader(http.header('mcp-name')), request.params['name']);
  }
  return 'modern';
}

/** Clients of 2025 declare their version in the handshake, and after it in the header only. */
function isLegacy(http: HttpRequest, { method, meta }: McpRequest): boolean {
  const declared = meta[PROTOCOL_VERSION];
  const header = http.header('mcp-protocol-version');
  if (declared !== undefined) {
    return declared === header && LEGACY_VERSIONS.includes(declared as string);
  }
  if (header !== undefined) return LEGACY_VERSIONS.includes(header) || method === 'initialize';
  return http.header('mcp-method') === undefined;
}

function checkHeader(name: string, header: string | undefined, value: unknown): void {
  if (header === undefined) throw headerMismatch(`The header ${name} is missing or malformed`);
  if (header === value) return;
  throw headerMismatch(`The header ${name} does not match the body`);
}

const ENCODED = /^=\?base64\?(.*)\?=$/;

/** Decodes a header value that may be encoded; returns undefined for a malformed one. */
export function decodeHeader(value: string | undefined): string | undefined {
  const encoded = value === undefined ? undefined : ENCODED.exec(value)?.[1];
  if (encoded === undefined) return value;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function unsupportedVersion(requested: string | undefined): McpError {
  return new McpError({
    status: 400,
    code: McpErrorCode.unsupportedProtocolVersion,
    message: 'Unsupported protocol version',
    data: { supported: SUPPORTED_VERSIONS, requested: requested && truncate(requested) },
  });
}
