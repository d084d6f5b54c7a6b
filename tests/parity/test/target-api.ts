import { Api } from '@jsonrpc-kit/core';
import { conformanceEntrypoint } from '@jsonrpc-kit/testing/conformance';

/** Returns an api with the methods that the conformance audit calls. */
export function targetApi(): Api {
  const logger = { error: () => undefined, warn: () => undefined };
  return new Api({ logger }).bindEntrypoint(conformanceEntrypoint('/rpc'));
}
