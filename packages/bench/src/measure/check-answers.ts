import { isDeepStrictEqual } from 'node:util';
import { Connection } from '../load/connection.js';
import { requestBytes } from '../load/request-bytes.js';
import type { RawResponse } from '../load/response-reader.js';
import type { Tally } from '../service/tally.js';
import type { Exchange } from '../wires/exchange.js';
import { exchangeOf } from '../wires/exchange-of.js';
import { refusalsOf } from '../wires/refusals.js';
import { type Cell, nameOf } from './cell.js';

/** Answers that are not what they should be: nothing of it is measured. */
export class WrongAnswer extends Error {}

/** A server of a contestant, wherever it runs. */
export interface RunningServer {
  readonly port: number;
  /** What has run in it since it was started. */
  readonly tally: () => Tally | Promise<Tally>;
}

/**
 * Checks that the contestant answers the workload rightly, does all of its work, and refuses what has
 * to be refused.
 *
 * @returns the right answer as it came
 * @throws WrongAnswer that says what was asked, what came and what should have
 */
export async function checkAnswers(cell: Cell, server: RunningServer): Promise<RawResponse> {
  const exchange = exchangeOf(cell.contestant.wire, cell.workload);
  for (const refusal of refusalsOf(cell)) {
    expectAnswer(cell, refusal, await exchangeOnce(server.port, refusal.exchange));
  }
  const before = { ...(await server.tally()) };
  const response = await exchangeOnce(server.port, exchange);
  expectAnswer(cell, { exchange, isRight: isAnswerOf(exchange) }, response);
  expectEffects(cell, before, await server.tally(), 1);
  return response;
}

/** On a connection of its own: some close it after an error. */
async function exchangeOnce(port: number, exchange: Exchange): Promise<RawResponse> {
  const connection = await Connection.open(port);
  try {
    return await connection.exchange(requestBytes(exchange));
  } finally {
    connection.close();
  }
}

/**
 * Checks that all of the workload's work was done for each request.
 *
 * @throws WrongAnswer that says how much
 */
export function expectEffects(cell: Cell, before: Tally, after: Tally, requests: number): void {
  for (const [name, perRequest] of Object.entries(cell.workload.effects)) {
    // The effects are a tally themselves.
    const key = name as keyof Tally;
    const ran = after[key] - before[key];
    if (ran === perRequest * requests) continue;
    throw new WrongAnswer(
      `${nameOf(cell)}: ${requests} requests should have run ${perRequest * requests} ${name}, ` +
        `and ran ${ran}`,
    );
  }
}

function isAnswerOf({ answer }: Exchange) {
  return (decoded: unknown): boolean => isDeepStrictEqual(decoded, answer);
}

interface Expectation {
  readonly exchange: Exchange;
  readonly isRight: (decoded: unknown) => boolean;
}

function expectAnswer(
  cell: Cell,
  { exchange, isRight }: Expectation,
  { status, body }: RawResponse,
): void {
  const text = body.toString();
  if (status === exchange.status && isRight(decode(text))) return;
  throw new WrongAnswer(
    `${nameOf(cell)}: to ${exchange.body.slice(0, 200)} the answer is ${status} ` +
      `${text.slice(0, 300)}, not ${exchange.status} ` +
      (JSON.stringify(exchange.answer) ?? 'without a body').slice(0, 300),
  );
}

/** What is no JSON is no right answer either. */
function decode(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
