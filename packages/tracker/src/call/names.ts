import type { InstrumentedRequest, JsonRpcContext } from '@jsonrpc-kit/core';
import { RPC_SYSTEM } from './call-attributes.js';

const BATCH = `${RPC_SYSTEM} batch`;

/** The name of a call's span: never the caller's text, or there would be names without end. */
export function callName({ methodRoute }: JsonRpcContext): string {
  return methodRoute?.name ?? RPC_SYSTEM;
}

/**
 * The name of an HTTP request: that of its one call, or one that all batches have. Without a known
 * method, or a call at all, as where the body is no JSON, it is the fixed name of such a call.
 */
export function requestName({ message }: InstrumentedRequest, method: string | undefined): string {
  return message === 'batch' ? BATCH : (method ?? RPC_SYSTEM);
}
