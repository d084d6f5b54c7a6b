import { PATH } from '../contestants/contestant.js';
import type { Workload } from '../workloads/workload.js';
import type { Exchange } from './exchange.js';

/**
 * As oRPC's links send it: a POST per call, a batch to a path of its own. Of its two ways to answer a
 * batch it is the cheaper one, all at once.
 */
export function orpcExchange({ kind, calls, method, params, result, headers }: Workload): Exchange {
  if (kind !== 'batch') {
    return {
      path: `${PATH}/${method}`,
      headers,
      body: JSON.stringify({ json: params(0) }),
      status: 200,
      answer: { json: result(0) },
    };
  }
  const indices = Array.from({ length: calls }, (_, index) => index);
  const url = `http://127.0.0.1${PATH}/${method}`;
  return {
    path: `${PATH}/__batch__`,
    headers: { ...headers, 'x-orpc-batch': 'buffered' },
    body: JSON.stringify(indices.map((index) => ({ url, body: { json: params(index) } }))),
    status: 207,
    answer: indices.map((index) => ({ index, status: 200, body: { json: result(index) } })),
  };
}
