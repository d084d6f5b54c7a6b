import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@jsonrpc-kit/test-support/free-port';
import { QuickStartOutput } from './quick-start-output.js';
import { shellEnvironment } from '@jsonrpc-kit/test-support/run';

/** A server that a page starts. */
export interface QuickStartServer {
  /** The host and port of the server, which replace 127.0.0.1:3000. */
  readonly host: string;
  /** Waits until the server has printed this text. */
  readonly hasPrinted: (text: string) => Promise<void>;
  /** Sends SIGINT to the command and the processes that it has started, and waits for their end. */
  readonly end: () => Promise<void>;
}

/** The address on the pages. The servers under test use a free port instead. */
export const HOST_OF_PAGE = '127.0.0.1:3000';

/**
 * Runs a command and waits until its server has printed a text. The host in the text is a
 * placeholder for the host and port of the server.
 *
 * @param prints The expected text, with {@link HOST_OF_PAGE}.
 * @throws Error with the output if the server ends or a minute passes before it prints the text
 */
export async function startQuickStartServer(
  command: string,
  prints: string,
  folder: string,
): Promise<QuickStartServer> {
  // The server keeps its port when it restarts after a change of a file.
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...shellEnvironment(), PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, because npm doesn't forward every signal.
    detached: true,
  });
  const ended = once(child, 'close');
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
    await ended;
  };
  const output = new QuickStartOutput(child);
  const hasPrinted = async (text: string): Promise<void> => {
    await output.matching(new RegExp(escaped(text.replaceAll(HOST_OF_PAGE, host))));
  };
  await hasPrinted(prints).catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  return { host, hasPrinted, end: () => end('SIGINT') };
}

const escaped = (text: string): string => text.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
