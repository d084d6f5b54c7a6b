import type { ServerSettings } from './server-settings.js';

/** Why a server can't listen, for whoever starts it, and what to do about that. */
export function listenRefusal(error: unknown, { host, port }: ServerSettings): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Error(
    refusal(code, host, port) ?? `Can't listen on port ${port} of ${host}: ${message}`,
    {
      cause: error,
    },
  );
}

function refusal(code: string | undefined, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken; set PORT to another one, or to 0 for any`;
    case 'EACCES':
      return `Port ${port} of ${host} is not for this user; set PORT to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}; set HOST to another one`;
    default:
      return undefined;
  }
}
