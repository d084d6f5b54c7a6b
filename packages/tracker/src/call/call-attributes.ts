import type { JsonRpcContext } from '@jsonrpc-kit/core';
import type { CallFailure } from './call-failure.js';

/** Attributes of a span, in OpenTelemetry's names. */
export type Attributes = Record<string, string>;

/** What `rpc.system.name` is, and a call without a known method is named after. */
export const RPC_SYSTEM = 'jsonrpc';

/**
 * What is known of a call when it starts: OpenTelemetry's semantic conventions for JSON-RPC.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/rpc/json-rpc/
 */
export function callAttributes({ methodRoute, request }: JsonRpcContext): Attributes {
  const attributes: Attributes = {
    'rpc.system.name': RPC_SYSTEM,
    'jsonrpc.protocol.version': '2.0',
  };
  if (methodRoute !== undefined) attributes['rpc.method'] = methodRoute.name;
  else if (request !== undefined) {
    attributes['rpc.method'] = '_OTHER';
    attributes['rpc.method_original'] = clipped(request.method);
  }
  if (request?.id !== undefined) attributes['jsonrpc.request.id'] = clipped(String(request.id));
  return attributes;
}

/** What is known of a failed call when it has ended. */
export function failureAttributes({ type, code }: CallFailure): Attributes {
  const attributes: Attributes = { 'error.type': type };
  if (code !== undefined) {
    attributes['rpc.status_code'] = String(code);
    // Its name until version 1.44 of the conventions, which most tools still look for.
    attributes['rpc.response.status_code'] = String(code);
  }
  return attributes;
}

/** The caller's text, which may be as long as a body. */
export function clipped(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`;
}

const MAX_LENGTH = 200;
