/** Where a server listens. */
export interface ServerSettings {
  readonly host: string;
  /** 0 is any free port. */
  readonly port: number;
}

/**
 * `HOST` and `PORT`; by default 127.0.0.1, which only this machine reaches, and 3000.
 *
 * @throws Error with a message for whoever starts the server
 */
export function serverSettings(environment: NodeJS.ProcessEnv): ServerSettings {
  // A variable that is set to nothing is taken for one that is not set, as shells do.
  const port = environment['PORT'] || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, not ${JSON.stringify(port)}`);
  }
  return { host: environment['HOST'] || '127.0.0.1', port: Number(port) };
}
