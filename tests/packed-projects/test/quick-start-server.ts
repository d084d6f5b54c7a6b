import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { QuickStartOutput } from './quick-start-output.js';
import { shellEnvironment } from '@jsonrpc-kit/test-support/run';

/** A server that a page starts. */
export interface QuickStartServer {
  /** The host and port of the server, which replace 127.0.0.1:3000. */
  readonly host: string;
  /** Waits until the server has printed this text. */
  readonly hasPrinted: (text: string) => Promise<void>;
  /** Sends the signal. Resolves to the exit code, or to null if the signal killed the server. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
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
  const { variables, program, args } = readCommand(command);
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...shellEnvironment(), PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const output = new QuickStartOutput(child);
  const listens = new RegExp(
    escaped(prints).replace(escaped(HOST_OF_PAGE), '(127\\.0\\.0\\.1:\\d+)'),
  );
  const [, host = ''] = await output.matching(listens).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    host,
    hasPrinted: async (text) => void (await output.matching(new RegExp(escaped(text)))),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Parses a command, which runs without a shell: a shell would receive the server's signals. */
function readCommand(command: string): {
  readonly variables: Readonly<Record<string, string>>;
  readonly program: string;
  readonly args: readonly string[];
} {
  const all = command.trim().split(/\s+/);
  const firstArg = all.findIndex((arg) => !/^\w+=/.test(arg));
  const [program = '', ...args] = all.slice(firstArg);
  if (program !== 'node') throw new Error(`A server is started by node, not by: ${command}`);
  const variables = Object.fromEntries(all.slice(0, firstArg).map((arg) => arg.split('=', 2)));
  return { variables, program, args };
}

const escaped = (text: string): string => text.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
