import { type Api, type ApiServer, describeMethods } from '@jsonrpc-kit/core/description';
import { includedEntrypoints } from '../methods/described-methods.js';

/** Returns the origins of the servers that an api and its methods declare. */
export function serverOrigins(api: Api): readonly string[] {
  const methods = includedEntrypoints(api).flatMap((entrypoint) => describeMethods(entrypoint));
  const servers = [...api.servers, ...methods.flatMap((method) => method.servers)];
  return [...new Set(servers.flatMap(originOf))];
}

/**
 * Returns no origin for a relative URL, which has the origin of the page, and for a host that no content
 * security policy can contain, such as `{region}.example`.
 */
function originOf({ url }: ApiServer): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { origin } = new URL(url);
  return /^https?:\/\/[\w.\-:[\]]+$/.test(origin) ? [origin] : [];
}
