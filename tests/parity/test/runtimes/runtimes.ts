import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Expected } from '../requests.js';
import { recipeCode, serveProcess, type ServingProcess } from '../recipes/recipe-server.js';
import { normalizedPaths } from '../servers/fetch.js';
import { bundleForEdge } from '@jsonrpc-kit/test-support/bundle';
import { workerdConfig } from '@jsonrpc-kit/test-support/edge-runtimes';
import { run } from '@jsonrpc-kit/test-support/run';

/** A fetch runtime other than Node. */
export interface Runtime {
  readonly name: string;
  /** The npm package that contains the binary for Linux on x64. */
  readonly package: string;
  readonly version: string;
  /** The path of the binary in the package. */
  readonly binary: string;
  /** Responses to requests that the runtime rejects, or changes before the api receives them. */
  readonly ownResponses: Readonly<Record<string, Expected>>;
  /** Whether the runtime closes the connection when the api rejects a request before the end of its body. */
  readonly closesAfterRejection: boolean;
  /** How a client has to disconnect for the runtime to notice it during a call. */
  readonly disconnect: 'destroy' | 'resetAndDestroy';
  /** The arguments of the binary that serve the module `server.mjs` on `$PORT`. */
  readonly args: readonly string[];
  /** The arguments for a module that listens with `node:http`. Undefined if the runtime lacks `node:http`. */
  readonly argsForNode?: readonly string[];
  /** The code block of `other-frameworks.md` that shuts down the server on a signal. */
  readonly shutdown?: string;
}

/** Responses of runtimes that put the Host header into the URL of a request. */
const hostsInUrls: Readonly<Record<string, Expected>> = {
  'a malformed Host': { status: 400, body: '{"detail":"Bad Request"}' },
  'a Host with a user': { status: 400, body: '{"detail":"Bad Request"}' },
};

const bun: Runtime = {
  name: 'Bun',
  package: '@oven/bun-linux-x64',
  version: '1.4.5',
  binary: 'bin/bun',
  ownResponses: {
    ...hostsInUrls,
    ...normalizedPaths,
    'a backslash': { status: 200 },
    // Bun closes the connection after an HTTP/1.0 request.
    'an HTTP/1.0 request': { status: 200 },
  },
  closesAfterRejection: false,
  disconnect: 'destroy',
  args: ['server.mjs'],
  argsForNode: ['server.mjs'],
  shutdown: 'bun.ts',
};

const deno: Runtime = {
  name: 'Deno',
  package: '@deno/linux-x64-glibc',
  version: '2.9.6',
  binary: 'deno',
  ownResponses: {
    ...hostsInUrls,
    'a body over the limit': { status: 413 },
    'a text/plain body over the limit': { status: 415 },
  },
  closesAfterRejection: true,
  disconnect: 'destroy',
  args: ['serve', '--host', '127.0.0.1', '--port', '$PORT', 'server.mjs'],
  argsForNode: ['run', '--allow-net', '--allow-env', 'server.mjs'],
  shutdown: 'deno.ts',
};

const workerd: Runtime = {
  name: 'workerd',
  package: '@cloudflare/workerd-linux-64',
  version: '1.20261117.1',
  binary: 'bin/workerd',
  ownResponses: {
    ...hostsInUrls,
    'an empty Host': { status: 400 },
    // workerd drops fragments.
    'a fragment': { status: 200 },
    'a fragment after a method': { status: 200 },
    'a fragment after a page': { status: 200 },
    // Its HTTP parser doesn't know these verbs.
    LINK: { status: 501 },
    'M-SEARCH': { status: 501 },
    // workerd joins the headers with a comma, which becomes a part of the first cookie.
    'cookies in two headers': { status: 200 },
  },
  closesAfterRejection: true,
  // workerd treats a connection that the client has ended as half-closed.
  disconnect: 'resetAndDestroy',
  args: ['serve', 'server.capnp', '--socket-addr', 'http=127.0.0.1:$PORT'],
};

export const runtimes: readonly Runtime[] = [bun, deno, workerd];

/** Installs the binaries of all runtimes into a folder. */
export async function installRuntimes(folder: string): Promise<void> {
  const dependencies = Object.fromEntries(runtimes.map((each) => [each.package, each.version]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder);
}

/** Returns the version that the binary prints. */
export async function versionOf(runtime: Runtime, folder: string): Promise<string> {
  return (await run(binaryOf(runtime, folder), ['--version'], folder)).split('\n')[0] ?? '';
}

/** A module that serves the api of `./api.js`. */
export interface ServerModule {
  readonly adapter: string;
  readonly code: string;
  /** Whether the module listens on a port, instead of exporting a handler. */
  readonly listensOnPort: boolean;
}

export const fetchModule: ServerModule = {
  adapter: 'core/fetch',
  code: recipeCode('server.ts'),
  listensOnPort: false,
};

const honoModule: ServerModule = {
  adapter: 'Hono',
  code: `import { Hono } from 'hono';
    import { jsonRpc } from '@jsonrpc-kit/hono';
    import { api } from './api.js';
    export default new Hono().route('/', jsonRpc(api));`,
  listensOnPort: false,
};

const nodeModule: ServerModule = {
  adapter: 'node:http',
  code: `import { createServer } from 'node:http';
    import process from 'node:process';
    import { jsonRpc } from '@jsonrpc-kit/node';
    import { api } from './api.js';
    createServer(jsonRpc(api)).listen(Number(process.env['PORT']), '127.0.0.1');`,
  listensOnPort: true,
};

/** Each runtime with each module that it can serve. */
export const modulesOnRuntimes: readonly (readonly [string, string, Runtime, ServerModule])[] =
  runtimes.flatMap((runtime) =>
    [fetchModule, honoModule, nodeModule]
      .filter(({ listensOnPort }) => !listensOnPort || runtime.argsForNode !== undefined)
      .map((module) => [module.adapter, runtime.name, runtime, module] as const),
  );

/** The runtimes that receive signals, with a module that handles them. */
export const modulesWithShutdown: readonly (readonly [string, Runtime, ServerModule])[] = runtimes
  .filter(({ shutdown }) => shutdown !== undefined)
  .map((runtime) => {
    const code = recipeCode(runtime.shutdown ?? '');
    return [runtime.name, runtime, { adapter: 'core/fetch', code, listensOnPort: true }] as const;
  });

/** Serves the api of a folder beside this file. */
export async function serveOn(
  runtime: Runtime,
  folder: string,
  {
    app,
    module,
  }: { readonly app: 'parity-app' | 'streaming-app' | 'target-app'; readonly module: ServerModule },
): Promise<ServingProcess> {
  const own = mkdtempSync(join(folder, 'app-'));
  const apiFolder = fileURLToPath(new URL(app, import.meta.url));
  const { code } = await bundleForEdge(apiFolder, {
    stdin: { contents: module.code, resolveDir: apiFolder, loader: 'ts' },
  });
  writeFileSync(join(own, 'server.mjs'), code);
  writeFileSync(join(own, 'server.capnp'), workerdConfig('server.mjs'));
  const args = module.listensOnPort ? runtime.argsForNode : runtime.args;
  return serveProcess(own, [binaryOf(runtime, folder), ...(args ?? [])]);
}

function binaryOf(runtime: Runtime, folder: string): string {
  return join(folder, 'node_modules', runtime.package, runtime.binary);
}
