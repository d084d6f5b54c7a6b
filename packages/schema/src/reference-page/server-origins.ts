import { type Api, type ApiServer, describeMethods } from '@jsonrpc-kit/core/description';
import { includedEntrypoints } from '../methods/described-methods.js';

/** Returns the origins of the servers that an api and its methods declare. */
export function serverOrigins(api: Api): readonly string[] {
  const methods = includedEntrypoints(api).flatMap((entrypoint) => describeMethods(entrypoint));
  const servers = [...api.servers, ...methods.flatMap((method) => method.servers)];
  return [...new Set(servers.flatMap(originOf))];
}

/** A relative URL has the origin of the page. */
function originOf({ url }: ApiServer): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { origin, protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? [origin] : [];
}
