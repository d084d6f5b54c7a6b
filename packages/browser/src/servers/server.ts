import type { Api } from '@jsonrpc-kit/core';

/** A way to serve an api on a free port of this machine. */
export interface Server {
  readonly name: string;
  /** @param prefix where the api is mounted, as `/bank`; at the root where there is none */
  readonly serve: (api: Api, prefix?: string) => Promise<Serving>;
}

export interface Serving {
  /** As `http://127.0.0.1:1234`. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}
