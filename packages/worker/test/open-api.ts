import { Api, Entrypoint, type EntrypointOptions } from '@jsonrpc-kit/core';
import { MemoryLogger } from './memory-logger.js';

/** Creates an api with one entrypoint. `log` has its log entries. */
export function openApi(options: EntrypointOptions = {}) {
  const logger = new MemoryLogger();
  const rpc = new Entrypoint('/rpc', options);
  const api = new Api({ logger }).bindEntrypoint(rpc);
  return { api, rpc, log: logger.entries };
}
