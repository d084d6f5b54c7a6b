import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import * as v from 'valibot';
import { variants } from './variants.js';

/** What the process tells its parent: first its port, then at each message the CPU time so far. */
export type Told =
  | { readonly port: number }
  | { readonly cpuMicroseconds: number }
  | { readonly error: string };

/** Serves as one of the variants, until the parent lets go. */
export function serve(variant: string): void {
  const tell = (told: Told): void => void process.send?.(told);
  const setUp = variants[variant];
  if (setUp === undefined) {
    tell({
      error: `There is no variant "${variant}"; write ${Object.keys(variants).join(' or ')}`,
    });
    return;
  }
  setUp();
  const rpc = new Entrypoint('/rpc');
  const add = v.object({ a: v.number(), b: v.number() });
  rpc.method('add', { args: add.entries }, ({ a, b }) => a + b);
  // A method that waits, as most do.
  rpc.method('wait', { args: add.entries }, async ({ a, b }) => {
    await Promise.resolve();
    return a + b;
  });
  const server = createServer(jsonRpc(new Api().bindEntrypoint(rpc)));
  server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    tell({ cpuMicroseconds: user + system });
  });
  process.once('disconnect', () => process.exit());
}
