import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { AddressInfo } from 'node:net';
import type { Api } from '@jsonrpc-kit/core';

/**
 * Returns the URLs of the entrypoints and then of the pages of a server at this address, without paths
 * below another path.
 */
export function apiAddresses(api: Api, address: AddressInfo): string[] {
  const origin = originOf(address);
  const entrypoints = api.entrypoints.map(({ path }) => path);
  const pages = adapterApi(api)
    .mounts.map(({ path }) => path)
    .filter((path) => !entrypoints.includes(path));
  const all = [...entrypoints, ...pages];
  const isBelowAnother = (path: string): boolean =>
    all.some((other) => path !== other && path.startsWith(`${other}/`));
  return all.filter((path) => !isBelowAnother(path)).map((path) => origin + path);
}

/** Returns the origin of a server at this address. */
export function originOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
