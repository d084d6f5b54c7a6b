import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const INFO = { name: 'test', version: '1.0.0' };

/** A tool result, as both official clients return it. */
export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** The common interface of the two official clients in the tests. */
export interface OfficialClient {
  readonly listTools: () => Promise<{ tools: { name: string; [member: string]: unknown }[] }>;
  readonly callTool: (
    name: string,
    args?: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<CallResult>;
  readonly close: () => Promise<void>;
}

interface ClientOptions {
  readonly url: string;
  readonly headers?: Record<string, string> | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
}

/** The official clients: of the stateless specification, and of the one with a handshake. */
export const clients: Readonly<
  Record<string, (options: ClientOptions) => Promise<OfficialClient>>
> = {
  'client 2.x': async ({ url, headers = {}, fetch = globalThis.fetch }) => {
    const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const requestInit = { headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit, fetch }));
    return {
      listTools: () => client.listTools(),
      callTool: (name, args, signal) =>
        client.callTool({ name, arguments: args ?? {} }, signal && { signal }),
      close: () => client.close(),
    };
  },
  'sdk 1.x': async ({ url, headers = {}, fetch = globalThis.fetch }) => {
    const client = new Client2025(INFO);
    await client.connect(new Transport2025(new URL(url), { requestInit: { headers }, fetch }));
    return {
      listTools: () => client.listTools(),
      callTool: (name, args, signal) =>
        client.callTool(
          { name, arguments: args ?? {} },
          undefined,
          signal && { signal },
        ) as Promise<CallResult>,
      close: () => client.close(),
    };
  },
};
