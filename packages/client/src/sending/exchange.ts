import type { HeaderFields } from '../http/header-fields.js';
import { type Endpoint, post } from '../http/post.js';
import { matchResponses } from '../protocol/match-responses.js';
import { failure, type Outcome } from '../protocol/outcome.js';
import type { OutgoingCall } from '../protocol/outgoing-call.js';
import { readResponses } from '../protocol/read-responses.js';
import type { WaitingCalls } from './waiting-calls.js';

/** A batch, even of one call, or a call that stands by itself. */
export type Form = 'single' | 'batch';

/** Makes one HTTP request of all calls. It is aborted as soon as nobody waits for it any more. */
export async function exchange(
  endpoint: Endpoint,
  form: Form,
  group: readonly WaitingCalls[],
  headers: HeaderFields,
): Promise<void> {
  const controller = new AbortController();
  let waiting = group.length;
  for (const member of group) {
    member.onOver = () => {
      waiting -= 1;
      if (waiting === 0) controller.abort();
    };
  }
  const calls = group.flatMap((member) => member.calls);
  const outcomes = await outcomesOf(endpoint, form, calls, headers, controller.signal);
  let first = 0;
  for (const member of group) {
    // Nothing is left to be aborted.
    member.onOver = undefined;
    member.settle(outcomes.slice(first, (first += member.calls.length)));
  }
}

async function outcomesOf(
  endpoint: Endpoint,
  form: Form,
  calls: readonly OutgoingCall[],
  headers: HeaderFields,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  try {
    const objects = calls.map(({ json }) => json).join(',');
    const body = form === 'batch' ? `[${objects}]` : objects;
    const answer = await post(endpoint, { body, headers, signal });
    const isDue = calls.some(({ id }) => id !== undefined);
    return matchResponses(calls, readResponses(answer, isDue), answer);
  } catch (error) {
    return calls.map(() => failure(error));
  }
}
