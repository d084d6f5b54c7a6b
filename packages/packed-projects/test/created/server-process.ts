import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { QuickStartOutput } from '../quick-start-output.js';
import { shellEnvironment } from '../run.js';

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
}

/** Runs a command and waits until it prints its address. */
export async function startServer(
  [program = '', ...words]: readonly string[],
  { folder, variables, uid }: ServerOptions,
): Promise<ServerProcess> {
  const child = spawn(program, words, {
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
      // It has ended already, which its exit code shows.
    }
    return ended;
  };
  const [, port = ''] = await new QuickStartOutput(child)
    .matching(/(?:Listening|Ready) on http:\/\/[\d.]+:(\d+)/)
    .catch(async (error: unknown) => {
      await end('SIGKILL');
      throw error;
    });
  return { url: `http://127.0.0.1:${port}`, end };
}
