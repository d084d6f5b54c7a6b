import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Outcome {
  readonly code: number | null;
  /** The standard output and standard error. */
  readonly output: string;
}

/** Runs a command, which may fail. Kills the command after four minutes. */
export async function outcomeOf(
  command: string,
  args: readonly string[],
  folder: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...shellEnvironment(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, because a shell that is killed leaves its children, with the pipes.
    detached: true,
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  // A registry responds within minutes, or not at all.
  const timeout = setTimeout(() => {
    output += '\nKilled after four minutes';
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, 240_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timeout);
  return { code, output };
}

/** Runs a command that must succeed. Returns its output. */
export async function run(
  command: string,
  args: readonly string[],
  folder: string,
): Promise<string> {
  const { code, output } = await outcomeOf(command, args, folder);
  if (code !== 0) {
    throw new Error(`${[command, ...args].join(' ')}\nended with ${code}:\n${output}`);
  }
  return output;
}

/** The environment of a developer's shell, without variables of the package manager and the test. */
export function shellEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_)|pnpm_|VITEST|NODE_ENV$|NODE_PATH$|TEST$|MODE$|INIT_CWD$)/i.test(name),
  );
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}
