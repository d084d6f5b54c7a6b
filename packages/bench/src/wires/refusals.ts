import { type Contestant, PATH, type Wire } from '../contestants/contestant.js';
import type { Workload } from '../workloads/workload.js';
import { exchangeOf } from './exchange-of.js';
import type { Exchange } from './exchange.js';

/** A request that must not be taken. */
export interface Refusal {
  readonly exchange: Exchange;
  readonly isRight: (decoded: unknown) => boolean;
}

/**
 * What a contestant has to refuse, so that each does the work of checking: wrong params, whoever it
 * is; whatever is no request object, where it is jsonrpc-kit or the base of the comparison.
 */
export function refusalsOf({
  contestant,
  workload,
}: {
  readonly contestant: Contestant;
  readonly workload: Workload;
}): readonly Refusal[] {
  const wrongParams = wrongParamsOf(contestant.wire, workload);
  return contestant.role === 'base' || contestant.role === 'kit'
    ? [...wrongParams, ...envelopes.map(([body, code]) => refusal(body, code))]
    : wrongParams;
}

function wrongParamsOf(wire: Wire, workload: Workload): readonly Refusal[] {
  const { wrongParams } = workload;
  if (wrongParams === undefined) return [];
  const alone: Workload = { ...workload, kind: 'single', calls: 1, params: () => wrongParams };
  const exchange = exchangeOf(wire, alone);
  return wire === 'json-rpc'
    ? [{ exchange: { ...exchange, answer: -32602 }, isRight: hasCode(-32602) }]
    : [{ exchange: { ...exchange, status: 400, answer: 'an error' }, isRight: () => true }];
}

const envelopes: readonly (readonly [body: string, code: number])[] = [
  ['{"jsonrpc":"2.0","id":1,"method":"add"', -32700],
  ['[]', -32600],
  ['1', -32600],
  ['{"id":1,"method":"add","params":{"a":1,"b":2}}', -32600],
  ['{"jsonrpc":"2.0","id":1.5,"method":"add","params":{"a":1,"b":2}}', -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"add","params":{"a":1,"b":2}}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":1,"params":{"a":1,"b":2}}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"add","params":3}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"add","params":null}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"add","params":{"a":1,"b":2},"more":1}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"toString","params":{}}', -32601],
];

function refusal(body: string, code: number): Refusal {
  return {
    exchange: { path: PATH, headers: {}, body, status: 200, answer: code },
    isRight: hasCode(code),
  };
}

function hasCode(code: number) {
  return (decoded: unknown): boolean =>
    (decoded as { error?: { code?: unknown } } | undefined)?.error?.code === code;
}
