import type { HttpRequest } from '@jsonrpc-kit/core';
import type { Client, RequestEventData } from '@sentry/core';
import { CONTEXT_NAME } from './call-data.js';

/**
 * What events say of an HTTP request where Sentry's own instrumentation has not looked at it. Its
 * whole URL is not known here: an api may be mounted anywhere.
 */
export function requestData(httpRequest: HttpRequest): RequestEventData {
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = httpRequest.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return { method: httpRequest.verb, headers };
}

/** Those that say something of the client and nothing of a person. */
const HEADERS = ['host', 'user-agent', 'content-type', 'content-length'];

/**
 * A body is the params of its calls, and those are sent through the option `params` only. Sentry's
 * instrumentation of HTTP sends bodies unless told otherwise, so they are taken out again where it
 * comes to JSON-RPC.
 */
export function keepBodiesBack(client: Client): void {
  client.on('postprocessEvent', (event) => {
    if (event.contexts?.[CONTEXT_NAME] !== undefined) delete event.request?.data;
  });
  // Where spans are streamed, the body stands on the first of a request.
  client.on('processSpan', ({ attributes }) => {
    if (attributes?.['rpc.system.name'] !== undefined) delete attributes['http.request.body.data'];
  });
}
