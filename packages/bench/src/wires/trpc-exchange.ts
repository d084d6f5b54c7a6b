import { PATH } from '../contestants/contestant.js';
import type { Workload } from '../workloads/workload.js';
import type { Exchange } from './exchange.js';

/** As tRPC's links send it: a mutation by POST, a batch with its procedures in the path. */
export function trpcExchange({ kind, calls, method, params, result, headers }: Workload): Exchange {
  if (kind !== 'batch') {
    return {
      path: `${PATH}/${method}`,
      headers,
      body: JSON.stringify(params(0)),
      status: 200,
      answer: { result: { data: result(0) } },
    };
  }
  const indices = Array.from({ length: calls }, (_, index) => index);
  return {
    path: `${PATH}/${indices.map(() => method).join(',')}?batch=1`,
    headers,
    body: JSON.stringify(Object.fromEntries(indices.map((index) => [index, params(index)]))),
    status: 200,
    answer: indices.map((index) => ({ result: { data: result(index) } })),
  };
}
