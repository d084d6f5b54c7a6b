import type { AddressInfo } from 'node:net';
import type { Api } from '@jsonrpc-kit/core';

/** The full addresses of what the api serves, entrypoints first, where a server listens here. */
export function apiAddresses(api: Api, { address, family, port }: AddressInfo): string[] {
  const origin = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  const entrypoints = api.entrypoints.map(({ path }) => path);
  const pages = api.mounts.map(({ path }) => path).filter((path) => !entrypoints.includes(path));
  return [...entrypoints, ...pages].map((path) => origin + path);
}
