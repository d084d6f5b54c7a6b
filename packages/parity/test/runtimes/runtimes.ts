import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Expected } from '../requests.js';
import { recipeCode, serveProcess } from '../recipes/recipe-server.js';
import { normalizedPaths } from '../servers/fetch.js';
import type { Serving } from '../servers/server.js';
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

/** Serves an api by the module `server.ts` of the page. */
export async function serveOn(
  runtime: Runtime,
  folder: string,
  app: 'parity-app' | 'target-app',
): Promise<Serving> {
  const own = join(folder, `${runtime.name}-${app}`);
  mkdirSync(own);
  const apiFolder = fileURLToPath(new URL(app, import.meta.url));
  const { code } = await bundleForEdge(apiFolder, {
    stdin: { contents: recipeCode('server.ts'), resolveDir: apiFolder, loader: 'ts' },
  });
  writeFileSync(join(own, 'server.mjs'), code);
  writeFileSync(join(own, 'server.capnp'), workerdConfig('server.mjs'));
  return serveProcess(own, [binaryOf(runtime, folder), ...runtime.words]);
}

function binaryOf(runtime: Runtime, folder: string): string {
  return join(folder, 'node_modules', runtime.package, runtime.binary);
}
