import type { Entrypoint } from '@jsonrpc-kit/core';
import * as v from 'valibot';

export const addEntries = { a: v.number(), b: v.number() };

/** Declares the method that most cases call. */
export const addition = (rpc: Entrypoint): unknown =>
  rpc.method('add', { args: addEntries, result: v.number() }, ({ a, b }) => a + b);
