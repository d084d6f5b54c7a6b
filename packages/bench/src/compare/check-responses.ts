import { isDeepStrictEqual } from 'node:util';
import { Connection, encodeRequest, type RawResponse } from '../http/connection.js';
import { exchangeOf } from '../service/protocols.js';
import type { Counter } from '../service/service.js';
import type { Workload } from '../service/workloads.js';
import type { Target } from '../targets/targets.js';

/** One target with one workload. */
export interface Cell {
  readonly target: Target;
  readonly workload: Workload;
}

export interface RunningServer {
  readonly port: number;
  /** What has run in the server since its start. */
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
  const isRight = isDeepStrictEqual(decode(response), exchange.response);
  if (response.status !== exchange.status || !isRight) {
    throw new Error(
      `The response to ${exchange.body.slice(0, 200)} is ${response.status} ` +
        `${response.body.subarray(0, 300).toString()} instead of ` +
        JSON.stringify(exchange.response ?? exchange.status).slice(0, 300),
    );
  }
  checkEffects(workload, { before, after: await server.counter(), requests: 1 });
  return response;
}

/** @throws Error if not all work of the requests was done */
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
    throw new Error(`${requests} requests ran ${ran} ${name} instead of ${count * requests}`);
  }
}

function decode({ body }: RawResponse): unknown {
  return body.length === 0 ? undefined : (JSON.parse(body.toString()) as unknown);
}
