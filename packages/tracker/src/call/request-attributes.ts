import type { InstrumentedRequest } from '@jsonrpc-kit/core';
import { type Attributes, RPC_SYSTEM } from './call-attributes.js';

/** What is known of an HTTP request before its body is read: OpenTelemetry's conventions for HTTP. */
export function requestAttributes({ httpRequest, entrypoint }: InstrumentedRequest): Attributes {
  return {
    'rpc.system.name': RPC_SYSTEM,
    'http.request.method': httpRequest.verb,
    'http.route': entrypoint.path,
    'url.path': httpRequest.path,
  };
}
