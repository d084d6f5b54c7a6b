import type { Attempt, CaseSettings, ConformanceCase } from '../case/conformance-case.js';
import { describeAnswers } from '../expectation/conversation.js';
import { describeAnswer } from '../target/answer.js';
import type { Transport } from '../target/audit-target.js';
import { describeConversation } from '../target/conversation.js';
import { describeRequest } from '../target/sent-request.js';
import type { CaseResult } from './audit-report.js';
import type { FoundMethods } from './find-methods.js';
import { orAborted } from './or-aborted.js';

/** Why a case can't be run, in words. */
export function reasonToSkip(
  { needs, needsBatchOf, overSocket }: ConformanceCase,
  found: FoundMethods,
  { maxBatchSize }: CaseSettings,
  transport: Transport,
): string | undefined {
  const missing = needs.filter((name) => found[name] === null);
  if (missing.length > 0) return `the server has no method ${missing.join(' and no method ')}`;
  if (needsBatchOf > maxBatchSize) {
    return `it needs a batch of ${needsBatchOf}, the limit is ${maxBatchSize}`;
  }
  if (overSocket && transport.converse === undefined) {
    return 'it needs a connection, so a URL to audit';
  }
  return undefined;
}

/** Makes the attempts of a case, up to the first one that shows a fault. */
export async function runCase(
  one: ConformanceCase,
  settings: CaseSettings,
  transport: Transport,
  signal: AbortSignal,
): Promise<CaseResult> {
  const { id, profile, level, title, clause } = one;
  const told = { id, profile, level, title, clause };
  let outcome: Outcome | undefined;
  for (const attempt of one.attempts(settings)) {
    outcome = await make(attempt, transport, signal);
    if (outcome.fault === undefined) continue;
    const { sent, expected, fault, came } = outcome;
    const status = level === 'MUST' ? 'fail' : 'warn';
    return { ...told, status, sent, expected, fault, came };
  }
  if (outcome === undefined) return { ...told, status: 'skipped', reason: 'nothing to try' };
  const { sent, expected, came } = outcome;
  return { ...told, status: 'ok', sent, expected, came };
}

interface Outcome {
  readonly sent: string;
  readonly expected: string;
  readonly came: string;
  readonly fault: string | undefined;
}

async function make(attempt: Attempt, transport: Transport, signal: AbortSignal): Promise<Outcome> {
  const { words: expected } = attempt.expected;
  const sent =
    attempt.kind === 'request'
      ? describeRequest(attempt.request)
      : describeConversation(attempt.parts);
  try {
    const outcome = await orAborted(exchange(attempt, transport, signal), signal);
    return { sent, expected, ...outcome };
  } catch (error) {
    return { sent, expected, came: 'nothing', fault: describeFailure(error, signal) };
  }
}

async function exchange(
  attempt: Attempt,
  transport: Transport,
  signal: AbortSignal,
): Promise<Pick<Outcome, 'came' | 'fault'>> {
  if (attempt.kind === 'request') {
    const answer = await transport.send(attempt.request, signal);
    return { came: describeAnswer(answer), fault: attempt.expected.fault(answer) };
  }
  // Without a connection, the case was skipped.
  const conversation = await transport.converse?.(attempt.parts, signal);
  if (conversation === undefined) return { came: 'nothing', fault: 'there is no connection' };
  return { came: describeAnswers(conversation), fault: attempt.expected.fault(conversation) };
}

function describeFailure(error: unknown, { aborted }: AbortSignal): string {
  if (aborted) return 'no complete answer came in time';
  return `the exchange failed: ${error instanceof Error ? error.message : String(error)}`;
}
