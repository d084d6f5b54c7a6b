import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that serves a bank on a PostgreSQL server. */
export interface BankProcess {
  readonly url: string;
  /** Kills the process with SIGKILL, and resolves when it has ended. */
  readonly kill: () => Promise<void>;
}

/** Starts a process, and resolves when it accepts requests. */
export async function startBank(databaseUrl: string, schema: string): Promise<BankProcess> {
  const file = fileURLToPath(new URL('serve-bank.mjs', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [file, databaseUrl, schema], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const started = once(child.stdout as NodeJS.ReadableStream, 'data') as Promise<[Buffer]>;
  const [port] = await Promise.race([
    started,
    exited.then(([code]) => Promise.reject(new Error(`The bank ended with the code ${code}`))),
  ]);
  return {
    url: `http://127.0.0.1:${Number(port.toString())}`,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
