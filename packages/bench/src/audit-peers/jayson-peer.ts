import jayson from 'jayson/promise/index.js';
import type { Peer } from './peer.js';

type Params = readonly unknown[] | Readonly<Record<string, unknown>>;

/** https://github.com/tedeh/jayson#promises: `server.http()`, with methods that return promises. */
export const jaysonPeer: Peer = {
  name: 'jayson',
  setup: 'its own HTTP server, methods as promises',
  server: () => {
    const invalidParams = { code: -32602, message: 'Invalid params' };
    const server = new jayson.Server({
      subtract: async (params: Params) => {
        const [minuend, subtrahend] = Array.isArray(params)
          ? (params as readonly unknown[])
          : [params['minuend' as never], params['subtrahend' as never]];
        if (typeof minuend !== 'number' || typeof subtrahend !== 'number') throw invalidParams;
        return minuend - subtrahend;
      },
      sum: async (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0),
      get_data: async () => ['hello', 5],
      update: async () => undefined,
      notify_hello: async () => undefined,
      notify_sum: async () => undefined,
      echo: async (params: Params) => params,
      throws: async ({ secret }: { secret: string }) => {
        throw new Error(secret);
      },
      wait: ({ milliseconds }: { milliseconds: number }) =>
        new Promise((resolve) => {
          setTimeout(() => resolve(milliseconds), milliseconds);
        }),
    });
    return server.http();
  },
};
