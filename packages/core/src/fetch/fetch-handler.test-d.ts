import type { Api } from '../api/api.js';
import { jsonRpc } from './json-rpc.js';

declare const api: Api;
const handler = jsonRpc(api);

interface ExecutionContext {
  waitUntil(promise: Promise<unknown>): void;
  passThroughOnException(): void;
}

interface BunServer {
  requestIP(request: Request): { address: string; family: string; port: number } | null;
}

interface DenoInfo {
  remoteAddr: { hostname: string };
  completed: Promise<void>;
}

// Each runtime accepts the handler.
({ fetch: handler }) satisfies {
  fetch: (request: Request, env: { DB: unknown }, ctx: ExecutionContext) => Promise<Response>;
};
({ fetch: handler }) satisfies {
  fetch: (request: Request, server: BunServer) => Response | Promise<Response>;
};
handler satisfies (request: Request, info: DenoInfo) => Promise<Response>;
handler satisfies (request: Request) => Response | Promise<Response>;
handler satisfies (
  request: Request,
  context: { params: Promise<{ path: string[] }> },
) => Promise<Response>;

declare const request: Request;
declare const after: <T>(task: Promise<T> | (() => T)) => void;
void handler(request, { waitUntil: after, next: () => new Response() });
void handler(request, { user: 'ann' }, { waitUntil: undefined });

// @ts-expect-error a context with a misspelled member
void handler(request, { waitUtil: after });
// @ts-expect-error next() must respond
void handler(request, { next: async () => undefined });
// @ts-expect-error the prefix is a string
jsonRpc(api, { prefix: 1 });
