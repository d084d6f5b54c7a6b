import type { Dependency } from '@jsonrpc-kit/core';
import type { GuardedMethod } from '@jsonrpc-kit/core/adapter';
import { includesSource } from '@jsonrpc-kit/core/internal';

/** @throws TypeError if the calls of a batch share the transaction, or the method doesn't use it */
export function checkMethod(
  transaction: Dependency,
  { where, sources, shared }: GuardedMethod,
): void {
  const name = `"${transaction.name}"`;
  if (includesSource(shared, transaction)) {
    throw new TypeError(
      `${where}: idempotent needs a transaction for each call, but the entrypoint's dependencies ` +
        `share ${name} between the calls of a batch. Remove it from them, and add tx: ` +
        `${transaction.name} to args.`,
    );
  }
  if (!includesSource(sources, transaction)) {
    throw new TypeError(
      `${where}: neither its args nor its dependencies use ${name}, the transaction of idempotent, ` +
        `so its writes would not be part of it. Add tx: ${transaction.name} to args.`,
    );
  }
}
