import type { AnyEntrypoint, ApiServer } from '@jsonrpc-kit/core/description';
import type { OpenRpcServer } from './openrpc-document.js';

/**
 * Where an entrypoint is on each server. The meta-schema of OpenRPC takes absolute URLs alone, so a
 * relative one is left out.
 */
export function openrpcServers(
  servers: readonly ApiServer[],
  { name: entrypointName, path }: AnyEntrypoint,
): readonly OpenRpcServer[] {
  return servers.flatMap(({ url, name = entrypointName, description }) => {
    if (!URL.canParse(url)) return [];
    const { href } = new URL(`${url.replace(/\/$/, '')}${path}`);
    return [{ name, url: href, ...(description === undefined ? {} : { description }) }];
  });
}
