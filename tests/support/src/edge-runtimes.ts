import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createContext, runInContext } from 'node:vm';
import type { BuildOptions } from 'esbuild';
import { bundleForEdge } from './bundle.js';

/** A bundled app that serves requests. */
export interface EdgeServer {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Bundles a file of the project and serves it. */
export type EdgeRuntime = (folder: string, file: string) => Promise<EdgeServer>;

/** The web APIs that every fetch runtime has. */
const web = {
  AbortController,
  AbortSignal,
  console,
  crypto,
  Headers,
  performance,
  queueMicrotask,
  ReadableStream,
  Blob,
  Request,
  Response,
  setTimeout,
  clearTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
};

/** The only module of Node that edge runtimes provide. */
const modules: Readonly<Record<string, unknown>> = { 'node:async_hooks': { AsyncLocalStorage } };

/** A context in this process that has only the web APIs. */
export const bareRuntime: EdgeRuntime = async (folder, file) => {
  const iife: BuildOptions = { entryPoints: [file], format: 'iife', globalName: 'app' };
  const { code } = await bundleForEdge(folder, iife);
  const context = createContext({ ...web, require: (name: string) => modules[name] });
  runInContext(code, context);
  const { fetch } = runInContext('app.default', context) as {
    readonly fetch: (request: Request) => Promise<Response>;
  };
  return {
    fetch: (url, init) => fetch(new Request(url, init)),
    close: async () => undefined,
  };
};

/** The runtime of Cloudflare Workers, installed in the project. */
export const workerd: EdgeRuntime = async (folder, file) => {
  const { code } = await bundleForEdge(folder, { entryPoints: [file] });
  const config = join(folder, file.replace(/ts$/, 'capnp'));
  writeFileSync(config.replace(/capnp$/, 'mjs'), code);
  writeFileSync(config, workerdConfig(file.replace(/^.*\/(.*)ts$/, '$1mjs')));
  const binary = join(folder, 'node_modules/workerd/bin/workerd');
  const server = spawn(binary, ['serve', config, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const address = `http://127.0.0.1:${await portOf(server)}`;
  return {
    fetch: (url, init) => fetch(address + new URL(url).pathname, init),
    close: async () => {
      server.kill();
      await once(server, 'exit');
    },
  };
};

/** Returns a configuration of workerd that serves a module on a free port. */
export function workerdConfig(file: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
    const app :Workerd.Worker = (
      modules = [(name = "app", esModule = embed "${file}")],
      compatibilityDate = "2026-01-01",
      # Only node:async_hooks, and nothing else of Node. The other flag is for disconnects of clients.
      compatibilityFlags = ["nodejs_als", "enable_request_signal"],
    );
    const config :Workerd.Config = (
      services = [(name = "app", worker = .app)],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "app")],
    );`;
}

/** Reads the port that workerd writes to the descriptor 3. */
async function portOf(server: ChildProcess): Promise<number> {
  const control = server.stdio[3] as Readable;
  for await (const line of control.setEncoding('utf8')) {
    const { port } = JSON.parse(String(line)) as { readonly port?: number };
    if (port !== undefined) return port;
  }
  throw new Error('workerd has ended before it listened');
}
