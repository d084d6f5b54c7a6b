import type { Api, Entrypoint } from '@jsonrpc-kit/core';
import { adapterApi, type MessageOutcome, type ValueBody } from '@jsonrpc-kit/core/adapter';

/** Adds the page `GET /tools/{method}`, which calls a method as a tool, like an MCP server. */
export function addTool(api: Api, entrypoint: Entrypoint, method: string): void {
  const host = adapterApi(api);
  host.addPage({
    path: `/tools/${method}`,
    handle: async (http) => {
      const header = (name: string): string | undefined => http.header(name);
      const carrier = { kind: 'tool', http, header, signal: http.signal } as const;
      const outcome = await host.runMessage(entrypoint, { carrier, body: callOf(method) });
      return host.respond(entrypoint, carrier, outcome);
    },
  });
}

/** Runs a method as a job with the headers of a trace. */
export async function runAsJob(
  api: Api,
  entrypoint: Entrypoint,
  method: string,
  trace: Readonly<Record<string, string>> = {},
): Promise<MessageOutcome> {
  const header = (name: string): string | undefined => trace[name];
  const carrier = { kind: 'job', http: undefined, header, signal: undefined } as const;
  return adapterApi(api).runMessage(entrypoint, { carrier, body: callOf(method) });
}

function callOf(method: string): ValueBody {
  return { kind: 'value', value: { jsonrpc: '2.0', id: 1, method } };
}
