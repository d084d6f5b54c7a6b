import type { ServerSettings } from './server-settings.js';

/** Returns an error with the reason why a server can't listen and the remedy, or other errors unchanged. */
export function listenError(error: unknown, { host, port }: ServerSettings): unknown {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} of ${host} is in use. Set PORT to another port, or to 0 for any free port.`,
      );
    case 'EACCES':
      return new Error(
        `Port ${port} of ${host} needs more privileges. Set PORT to a number above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`This machine has no address ${host}. Set HOST to another address.`);
    default:
      return error;
  }
}
