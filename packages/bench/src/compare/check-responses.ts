import { isDeepStrictEqual } from 'node:util';
import { Connection, encodeRequest, type RawResponse } from '../http/connection.js';
import { exchangeOf } from '../service/protocols.js';
import type { Counter } from '../service/service.js';
import type { Workload } from '../service/workloads.js';
import type { Target } from '../targets/targets.js';

/** A target with a workload: one cell of the table of results. */
export interface Cell {
  readonly target: Target;
  readonly workload: Workload;
}

export interface RunningServer {
  readonly port: number;
  /** Returns how many handlers, middlewares and dependencies have run since the server's start. */
  readonly counter: () => Counter | Promise<Counter>;
}

/**
 * Checks that a target responds as specified and does all work of the workload.
 *
 * @returns the response to the workload's request
 * @throws Error with the request and both responses
 */
export async function checkResponses(
  { target, workload }: Cell,
  server: RunningServer,
): Promise<RawResponse> {
  const before = { ...(await server.counter()) };
  const exchange = exchangeOf(target.protocol, workload);
  const connection = await Connection.open(server.port);
  const response = await connection.exchange(encodeRequest(exchange));
  connection.close();
  const isExpected = isDeepStrictEqual(decode(response), exchange.response);
  if (response.status !== exchange.status || !isExpected) {
    throw new Error(
      `The response to ${exchange.body.slice(0, 200)} is ${response.status} ` +
        `${response.body.subarray(0, 300).toString()} instead of ` +
        JSON.stringify(exchange.response ?? exchange.status).slice(0, 300),
    );
  }
  checkEffects(workload, { before, after: await server.counter(), requests: 1 });
  return response;
}

/** @throws Error if a handler, middleware or dependency ran more or less often than expected */
export function checkEffects(
  { effects }: Workload,
  {
    before,
    after,
    requests,
  }: { readonly before: Counter; readonly after: Counter; readonly requests: number },
): void {
  for (const [name, count] of Object.entries(effects)) {
    const ran = after[name as keyof Counter] - before[name as keyof Counter];
    if (ran === count * requests) continue;
    throw new Error(`${name}: ${ran} ran instead of ${count * requests} (requests: ${requests})`);
  }
}

function decode({ body }: RawResponse): unknown {
  return body.length === 0 ? undefined : (JSON.parse(body.toString()) as unknown);
}
