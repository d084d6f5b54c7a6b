import type { ServerSettings } from './server-settings.js';

/** The reason why a server can't listen, and the remedy; other errors are returned unchanged. */
export function listenError(error: unknown, { host, port }: ServerSettings): unknown {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} of ${host} is in use. Set PORT to another one, or to 0 for any.`,
      );
    case 'EACCES':
      return new Error(`Port ${port} of ${host} needs more rights. Set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`This machine has no address ${host}. Set HOST to another one.`);
    default:
      return error;
  }
}
