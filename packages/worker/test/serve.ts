import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import { onTestFinished } from 'vitest';

/** Serves an api on a free port until the test ends, and returns its URL. */
export async function serve(api: Api): Promise<string> {
  const server = createServer(jsonRpc(api));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`;
}

/** Posts a JSON-RPC message to a server. */
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
