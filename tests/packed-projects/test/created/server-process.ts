import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { QuickStartOutput } from '../quick-start-output.js';
import { shellEnvironment } from '@jsonrpc-kit/test-support/run';

/** A server that runs in its own process. */
export interface ServerProcess {
  /** Its address, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Sends the signal. Resolves to the exit code, or to null if the signal killed the server. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
}

export interface ServerOptions {
  readonly folder: string;
  readonly variables: NodeJS.ProcessEnv;
  /** The user of the process. Default: the one that runs the tests. */
  readonly uid?: number | undefined;
  /** The address of a server that doesn't print it, with a path that responds once it is ready. */
  readonly readyUrl?: string | undefined;
}

/** Runs a command and waits until it prints its address, or responds at `readyUrl`. */
export async function startServer(
  [program = '', ...args]: readonly string[],
  { folder, variables, uid, readyUrl }: ServerOptions,
): Promise<ServerProcess> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...shellEnvironment(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, because a package manager doesn't forward every signal.
    detached: true,
    ...(uid !== undefined && { uid, gid: uid }),
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The process has ended already. Its exit code shows why.
    }
    return ended;
  };
  const output = new QuickStartOutput(child);
  const findUrl = async (): Promise<string> => {
    if (readyUrl !== undefined) return responding(readyUrl);
    const [, port = ''] = await output.matching(/(?:Listening|Ready) on http:\/\/[\d.]+:(\d+)/);
    return `http://127.0.0.1:${port}`;
  };
  const url = await findUrl().catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  return { url, end };
}

/** Waits until a URL responds with success, and returns its origin. */
async function responding(url: string): Promise<string> {
  const signal = AbortSignal.timeout(60_000);
  for (;;) {
    const isReady = await fetch(url, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return new URL(url).origin;
    if (signal.aborted) throw new Error(`${url} did not respond with success within a minute`);
    await setTimeout(50);
  }
}
