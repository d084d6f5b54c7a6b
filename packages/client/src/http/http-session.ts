import type { Outcome } from '../call.js';
import { matchResponses } from '../jsonrpc/match-responses.js';
import type { EncodedCall } from '../jsonrpc/messages.js';
import type { CallGroup } from '../sending/batch-queue.js';
import { createCounter, type RequestKind, type Session } from '../sending/session.js';
import { type EndpointOptions, resolveEndpoint } from './endpoint.js';
import { openResponse, readResponse } from './post.js';

/** Sends calls as the body of an HTTP request, and returns their outcomes. */
export type ExchangeCalls = (request: CallExchange) => Promise<readonly Outcome[]>;

/** Calls to exchange for their outcomes. */
export interface CallExchange {
  readonly body: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly calls: readonly EncodedCall[];
}

/**
 * Creates a session that sends each message as an HTTP request.
 *
 * @throws RangeError if `maxResponseBytes` is out of range
 */
export function createHttpSession(options: EndpointOptions): Session {
  const endpoint = resolveEndpoint(options);
  const exchange: ExchangeCalls = async ({ calls, ...request }) =>
    matchResponses(calls, await readResponse(await openResponse(endpoint, request), endpoint));
  return {
    nextId: createCounter(),
    sendGroup: (kind, group) => void sendGroup(kind, group, exchange),
  };
}

/** Returns the text of the message with these calls. */
export function messageText(kind: RequestKind, { members }: CallGroup): string {
  const json = members.flatMap(({ calls }) => calls.map((call) => call.json)).join(',');
  return kind === 'batch' ? `[${json}]` : json;
}

/** Sends one HTTP request, which is aborted when all its calls are abandoned. Never rejects. */
export async function sendGroup(
  kind: RequestKind,
  group: CallGroup,
  exchange: ExchangeCalls,
): Promise<void> {
  const { headers, members } = group;
  const controller = new AbortController();
  let waiting = members.length;
  for (const member of members) {
    member.onAbandoned = () => {
      waiting -= 1;
      if (waiting === 0) controller.abort();
    };
  }
  try {
    const { signal } = controller;
    const calls = members.flatMap((member) => member.calls);
    const outcomes = await exchange({ body: messageText(kind, group), headers, signal, calls });
    let first = 0;
    for (const member of members) {
      const end = first + member.calls.length;
      member.settle(outcomes.slice(first, end));
      first = end;
    }
  } catch (error) {
    for (const member of members) member.fail(error);
  }
}
