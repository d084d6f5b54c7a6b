import type { Wire } from '../contestants/contestant.js';
import type { Workload } from '../workloads/workload.js';
import type { Exchange } from './exchange.js';
import { jsonRpcExchange } from './json-rpc-exchange.js';
import { orpcExchange } from './orpc-exchange.js';
import { trpcExchange } from './trpc-exchange.js';

const exchanges: Readonly<Record<Wire, (workload: Workload) => Exchange>> = {
  'json-rpc': jsonRpcExchange,
  trpc: trpcExchange,
  orpc: orpcExchange,
};

/** The workload in the words of this wire. */
export function exchangeOf(wire: Wire, workload: Workload): Exchange {
  return exchanges[wire](workload);
}
