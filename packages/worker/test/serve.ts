import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import { onTestFinished } from 'vitest';

/** Serves the api on a free port until the test ends, and gives its address. */
export async function serve(api: Api): Promise<string> {
  const server = createServer(jsonRpc(api));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
}

/** Posts one call over the network. */
export async function send(
  url: string,
  message: object,
  signal?: AbortSignal,
): Promise<{ readonly result?: unknown; readonly error?: { readonly code: number } }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: signal ?? null,
  });
  return (await response.json()) as { readonly result?: unknown };
}
