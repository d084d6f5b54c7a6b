import type { ExtraHeaders, FetchFunction, Transport } from './audit-target.js';
import { urlBelow } from './url-below.js';

/** Asks a function; what needs a connection can't be asked. */
export function fetchTransport(
  fetchFunction: FetchFunction,
  url: URL,
  extraHeaders: ExtraHeaders,
): Transport {
  return {
    name: fetchFunction.name === '' ? 'a function' : fetchFunction.name,
    send: async ({ verb, below, headers, body }, signal) => {
      const sent = new Headers();
      for (const [name, value] of [...headers, ...extraHeaders]) sent.append(name, value);
      const init = { method: verb, headers: sent, signal };
      const target = urlBelow(url, below);
      const began = performance.now();
      const response = await fetchFunction(
        new Request(target, body === undefined ? init : { ...init, body }),
      );
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        text: new TextDecoder().decode(bytes),
        took: performance.now() - began,
      };
    },
  };
}
