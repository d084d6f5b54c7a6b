import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { planPage, sourceOf } from '../../../../docs/src/code-blocks/page-plan.js';
import { bundleForEdge } from '@jsonrpc-kit/test-support/bundle';
import { freePort } from '@jsonrpc-kit/test-support/free-port';
import { shellEnvironment } from '@jsonrpc-kit/test-support/run';
import type { Serving } from '../servers/server.js';

const PAGE = 'guide/other-frameworks.md';
const docs = new URL('../../../../docs/', import.meta.url);

/** Returns the code block of the page with this name, such as `koa.ts`. */
export function recipeCode(file: string): string {
  const { files } = planPage(PAGE, readFileSync(new URL(PAGE, docs), 'utf8'));
  const block = files.find(({ name }) => name === file);
  if (block === undefined) throw new Error(`${PAGE} has no block [${file}]`);
  return sourceOf(block).trimStart();
}

/** Returns a module that exports the api of the parity tests, for `./api.js` of a recipe. */
export async function parityApiModule(): Promise<string> {
  const { code } = await bundleForEdge(fileURLToPath(new URL('.', import.meta.url)), {
    entryPoints: ['api.ts'],
    packages: 'external',
  });
  return code;
}

/** Runs a recipe on Node, with the packages that are installed for the documentation. */
export async function serveRecipe(file: string): Promise<Serving> {
  const folder = fileURLToPath(new URL(`.code-blocks/recipes/${file}`, docs));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), recipeCode(file));
  writeFileSync(join(folder, 'api.js'), await parityApiModule());
  const { code } = await bundleForEdge(folder, {
    entryPoints: [file],
    packages: 'external',
    minify: false,
  });
  writeFileSync(join(folder, 'server.mjs'), code);
  return serveProcess(folder, [process.execPath, 'server.mjs']);
}

/** A server in its own process. */
export interface ServingProcess extends Serving {
  /** Sends the signal, and resolves to the exit code, or to null if the signal ended the process. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/**
 * Runs a command whose server listens on the port in the environment variable `PORT`, or in the argument
 * `$PORT`. Resolves when the server accepts connections.
 */
export async function serveProcess(
  folder: string,
  [command = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServingProcess> {
  const port = await freePort();
  const child = spawn(
    command,
    args.map((arg) => arg.replace('$PORT', String(port))),
    {
      cwd: folder,
      env: {
        ...shellEnvironment(),
        ...environment,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
      },
      // The frameworks log the malformed requests that they reject.
      stdio: 'ignore',
    },
  );
  while (!(await accepts(port))) {
    if (hasEnded(child)) throw new Error(`${args.join(' ')} exited before its server listened`);
    await setTimeout(50);
  }
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    if (!hasEnded(child)) await once(child, 'exit');
    return child.exitCode;
  };
  return { port, end, close: async () => void (await end('SIGKILL')) };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
