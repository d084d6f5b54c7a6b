import { Api, Entrypoint, type EntrypointOptions } from '@jsonrpc-kit/core';
import { MemoryLogger } from './memory-logger.js';

/** An api with one entrypoint, and what it logs. */
export function openApi(options: EntrypointOptions = {}) {
  const logger = new MemoryLogger();
  const rpc = new Entrypoint('/rpc', options);
  const api = new Api({ logger }).bindEntrypoint(rpc);
  return { api, rpc, log: logger.entries };
}
