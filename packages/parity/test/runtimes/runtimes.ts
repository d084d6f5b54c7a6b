import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Expected } from '../requests.js';
import { recipeCode, serveProcess, type ServingProcess } from '../recipes/recipe-server.js';
import { normalizedPaths } from '../servers/fetch.js';
import { bundleForEdge } from '../../../packed-projects/test/bundle.js';
import { workerdConfig } from '../../../packed-projects/test/edge-runtimes.js';
import { run } from '../../../packed-projects/test/run.js';

/** A fetch runtime other than Node. */
export interface Runtime {
  readonly name: string;
  /** The package of npm with its binary for Linux on x64, and the binary in it. */
  readonly package: string;
  readonly version: string;
  readonly binary: string;
  /** Responses of the runtime to requests that the api doesn't see, or sees changed. */
  readonly ownResponses: Readonly<Record<string, Expected>>;
  /** Whether it closes the connection when the api rejects a request before the end of its body. */
  readonly closesAfterRejection: boolean;
  /** How a client has to disconnect for the runtime to notice it during a call. */
  readonly disconnect: 'destroy' | 'resetAndDestroy';
  /** The words after the binary, which serve the module `server.mjs` on `$PORT`. */
  readonly words: readonly string[];
  /** The same for a module that listens with `node:http`. Undefined if the runtime doesn't have it. */
  readonly wordsForNode?: readonly string[];
  /** The module on the page that shuts the server down on a signal. */
  readonly shutdown?: string;
}

/** The host of a request becomes a part of its URL. */
const hostsInUrls: Readonly<Record<string, Expected>> = {
  'a Host that is not a host': { status: 400, body: '{"detail":"Bad Request"}' },
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
    // Bun closes the connection after it.
    'a request of HTTP/1.0': { status: 200 },
  },
  closesAfterRejection: false,
  disconnect: 'destroy',
  words: ['server.mjs'],
  wordsForNode: ['server.mjs'],
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
    'a text/plain over the limit': { status: 415 },
  },
  closesAfterRejection: true,
  disconnect: 'destroy',
  words: ['serve', '--host', '127.0.0.1', '--port', '$PORT', 'server.mjs'],
  wordsForNode: ['run', '--allow-net', '--allow-env', 'server.mjs'],
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
    'a fragment behind a method': { status: 200 },
    'a fragment behind a page': { status: 200 },
    // Its HTTP parser doesn't know these verbs.
    LINK: { status: 501 },
    'M-SEARCH': { status: 501 },
    // It joins the headers by a comma, which is part of the first cookie then.
    'cookies in two headers': { status: 200 },
  },
  closesAfterRejection: true,
  // To workerd, a connection that the client has only ended is half closed.
  disconnect: 'resetAndDestroy',
  words: ['serve', 'server.capnp', '--socket-addr', 'http=127.0.0.1:$PORT'],
};

export const runtimes: readonly Runtime[] = [bun, deno, workerd];

/** Installs the binaries of all runtimes into a folder. */
export async function installRuntimes(folder: string): Promise<void> {
  const dependencies = Object.fromEntries(runtimes.map((each) => [each.package, each.version]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder);
}

/** Returns what the runtime prints as its version. */
export async function versionOf(runtime: Runtime, folder: string): Promise<string> {
  return (await run(binaryOf(runtime, folder), ['--version'], folder)).split('\n')[0] ?? '';
}

/** A module that serves the api of `./api.js`. */
export interface ServerModule {
  readonly adapter: string;
  readonly code: string;
  /** Whether it listens itself, instead of exporting a handler. */
  readonly listens: boolean;
}

export const fetchModule: ServerModule = {
  adapter: 'core/fetch',
  code: recipeCode('server.ts'),
  listens: false,
};

const honoModule: ServerModule = {
  adapter: 'Hono',
  code: `import { Hono } from 'hono';
    import { jsonRpc } from '@jsonrpc-kit/hono';
    import { api } from './api.js';
    export default new Hono().route('/', jsonRpc(api));`,
  listens: false,
};

const nodeModule: ServerModule = {
  adapter: 'node:http',
  code: `import { createServer } from 'node:http';
    import process from 'node:process';
    import { jsonRpc } from '@jsonrpc-kit/node';
    import { api } from './api.js';
    createServer(jsonRpc(api)).listen(Number(process.env['PORT']), '127.0.0.1');`,
  listens: true,
};

/** Every adapter that a runtime can serve. */
export const modulesOnRuntimes: readonly (readonly [string, string, Runtime, ServerModule])[] =
  runtimes.flatMap((runtime) =>
    [fetchModule, honoModule, nodeModule]
      .filter(({ listens }) => !listens || runtime.wordsForNode !== undefined)
      .map((module) => [module.adapter, runtime.name, runtime, module] as const),
  );

/** The runtimes that receive signals, with a module that handles them. */
export const modulesWithShutdown: readonly (readonly [string, Runtime, ServerModule])[] = runtimes
  .filter(({ shutdown }) => shutdown !== undefined)
  .map((runtime) => {
    const code = recipeCode(runtime.shutdown ?? '');
    return [runtime.name, runtime, { adapter: 'core/fetch', code, listens: true }] as const;
  });

/** Serves the api of a folder beside this file. */
export async function serveOn(
  runtime: Runtime,
  folder: string,
  { app, module }: { readonly app: 'parity-app' | 'target-app'; readonly module: ServerModule },
): Promise<ServingProcess> {
  const own = mkdtempSync(join(folder, 'app-'));
  const apiFolder = fileURLToPath(new URL(app, import.meta.url));
  const { code } = await bundleForEdge(apiFolder, {
    stdin: { contents: module.code, resolveDir: apiFolder, loader: 'ts' },
  });
  writeFileSync(join(own, 'server.mjs'), code);
  writeFileSync(join(own, 'server.capnp'), workerdConfig('server.mjs'));
  const words = module.listens ? runtime.wordsForNode : runtime.words;
  return serveProcess(own, [binaryOf(runtime, folder), ...(words ?? [])]);
}

function binaryOf(runtime: Runtime, folder: string): string {
  return join(folder, 'node_modules', runtime.package, runtime.binary);
}
