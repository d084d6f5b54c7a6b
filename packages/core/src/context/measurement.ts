import type { Logger } from '../logging/logger.js';
import { callHooks, type Measurement } from './instrumentation.js';
import type { JsonRpcContext } from './json-rpc-context.js';

/** Passes a count to the `count` hooks. Call it only for what is rare, such as a reached limit. */
export function count(logger: Logger, measurement: Measurement): void {
  callHooks(logger, (hooks) => hooks.count?.(measurement));
}

/**
 * Counts a call that a limit rejects.
 *
 * @param limit the name of the option
 */
export function countRejected(logger: Logger, call: JsonRpcContext, limit: string): void {
  const attributes = { 'jsonrpc.limit': limit, 'rpc.method': methodName(call) };
  count(logger, { name: 'jsonrpc.server.rejected_calls', value: 1, attributes });
}

/** Counts a transaction of a call that had to be rolled back because of another one. */
export function countConflict(
  logger: Logger,
  call: JsonRpcContext | undefined,
  outcome: 'retried' | 'failed',
): void {
  const attributes = { 'jsonrpc.conflict.outcome': outcome, 'rpc.method': methodName(call) };
  count(logger, { name: 'jsonrpc.server.conflicts', value: 1, attributes });
}

/** Replaces the name of an unknown method, so that clients can't create any number of series. */
function methodName(call: JsonRpcContext | undefined): string {
  return call?.methodRoute?.name ?? '_OTHER';
}

/** The current values of one object, such as an entrypoint. */
interface GaugeSource {
  /** Weak, because an api that is never closed must not be kept by its gauges. */
  readonly owner: WeakRef<object>;
  readonly read: (owner: never) => readonly Measurement[];
}

const sources = new Set<GaugeSource>();

// Cloudflare Workers have neither of these classes before the compatibility date 2025-05-05.
const collected =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry<GaugeSource>((source) => sources.delete(source));

/**
 * Registers a function that reads the current values of an object, such as the number of its waiting
 * calls. The values are only read when metrics are collected, so that they cost nothing before.
 *
 * @param read must not refer to the owner other than by its parameter. If it throws, there are no values.
 */
export function addGauges<Owner extends object>(
  owner: Owner,
  read: (owner: Owner) => readonly Measurement[],
): void {
  if (collected === undefined) return;
  const source = { owner: new WeakRef(owner), read };
  sources.add(source);
  collected.register(owner, source);
}

/** Returns the current values of all objects. Adds up those with the same name and attributes. */
export function readGauges(): readonly Measurement[] {
  const sums = new Map<string, Measurement>();
  for (const { owner, read } of sources) {
    const living = owner.deref();
    if (living === undefined) continue;
    for (const { name, attributes, value } of readOwn(read, living)) {
      const key = JSON.stringify([name, attributes]);
      sums.set(key, { name, attributes, value: value + (sums.get(key)?.value ?? 0) });
    }
  }
  return [...sums.values()];
}

function readOwn(read: GaugeSource['read'], owner: object): readonly Measurement[] {
  try {
    // `addGauges()` has checked that `read` accepts its owner.
    return read(owner as never);
  } catch {
    // The scheduler of an application may throw. Its calls report that.
    return [];
  }
}
