/** A section of the JSON-RPC 2.0 specification. */
export function jsonRpc(section: JsonRpcSection): string {
  return `https://www.jsonrpc.org/specification#${section}`;
}

export type JsonRpcSection =
  | 'request_object'
  | 'notification'
  | 'parameter_structures'
  | 'response_object'
  | 'error_object'
  | 'batch'
  | 'examples';

/** A section of an RFC: 9110 is HTTP, 9112 is HTTP/1.1, 8259 is JSON. */
export function rfc(number: 8259 | 9110 | 9112, section: string): string {
  return `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`;
}

/** The proposal for JSON-RPC 2.0 over HTTP; it never became a standard, so it gives no MUST. */
export const overHttpDraft = 'https://www.simple-is-better.org/json-rpc/transport_http.html';

/** What jsonrpc-kit promises on its own: a place in the README of this package. */
export const kitPromise =
  'https://www.npmjs.com/package/@jsonrpc-kit/testing#what-jsonrpc-kit-adds';
