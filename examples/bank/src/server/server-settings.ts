/** The address on which a server listens. */
export interface ServerSettings {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

/**
 * Reads the environment variables `HOST` and `PORT`. Default: 127.0.0.1, which only this machine reaches,
 * and 3000.
 *
 * @throws Error with a message for the operator of the server
 */
export function serverSettings(environment: NodeJS.ProcessEnv): ServerSettings {
  // An empty variable counts as unset, as in shells.
  const port = environment['PORT'] || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, not ${JSON.stringify(port)}`);
  }
  return { host: environment['HOST'] || '127.0.0.1', port: Number(port) };
}
