import { PATH } from '../contestants/contestant.js';
import type { Workload } from '../workloads/workload.js';
import type { Exchange } from './exchange.js';

export function jsonRpcExchange(workload: Workload): Exchange {
  const { kind, calls, headers } = workload;
  const indices = Array.from({ length: calls }, (_, index) => index);
  const requests = indices.map((index) => requestOf(workload, index));
  const responses = indices.map((index) => ({
    jsonrpc: '2.0',
    id: index,
    result: workload.result(index),
  }));
  return {
    path: PATH,
    headers,
    body: JSON.stringify(kind === 'batch' ? requests : requests[0]),
    status: kind === 'notification' ? 204 : 200,
    answer: kind === 'batch' ? responses : kind === 'single' ? responses[0] : undefined,
  };
}

function requestOf({ kind, method, params }: Workload, index: number): object {
  const request = { jsonrpc: '2.0', method, params: params(index) };
  return kind === 'notification' ? request : { ...request, id: index };
}
