import { Api, Entrypoint, params } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { silent } from './adapters.js';

/** The calls that reached a method of `rpcApi()`. */
export interface Received {
  readonly calls: unknown[];
}

/**
 * An api with one entrypoint at `/rpc`: `ping` returns "pong", `echo` returns its parameter `value`,
 * `store` returns all its parameters, `transfer` requires a parameter `amount` between 1 and 100.
 */
export function rpcApi(received: Received = { calls: [] }): Api {
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 100_000, maxBatchSize: 5 } });
  const record = <Value>(value: Value): Value => {
    received.calls.push(value);
    return value;
  };
  rpc.method('ping', {}, () => 'pong');
  rpc.method('echo', { args: { value: v.unknown() } }, ({ value }) => record(value));
  rpc.method('store', { args: { all: params(v.record(v.string(), v.unknown())) } }, ({ all }) =>
    record(all),
  );
  const amount = v.pipe(v.number(), v.minValue(1), v.maxValue(100));
  rpc.method('transfer', { args: { amount } }, ({ amount: transferred }) => record(transferred));
  return new Api({ logger: silent }).bindEntrypoint(rpc);
}
