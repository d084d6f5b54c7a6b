import type { Attempt, ConformanceCase } from '../cases/conformance-case.js';
import { methodsOf, needsConnection } from '../cases/conformance-cases.js';
import { type CaseSettings, renderAttempt, type RenderedAttempt } from '../cases/render-attempt.js';
import type { TargetMethod } from '../cases/target-methods.js';
import { describeExpectation, findProblem } from '../expectations/expectation.js';
import type { ReceivedResponse } from '../http/received-response.js';
import type { SentRequest } from '../http/sent-request.js';
import type { Transport } from '../http/transport.js';
import { type CaseResult, NO_METHOD } from './report.js';

/** The server to audit, its properties, and the time limit of a case. */
export interface CaseContext {
  readonly settings: CaseSettings;
  readonly transport: Transport;
  /** Aborts at the time limit of the case. */
  readonly signal: AbortSignal;
}

/** Runs the attempts of a case up to the first problem, unless the case can't run. */
export async function runCase(
  one: ConformanceCase,
  { settings, transport, signal }: CaseContext,
): Promise<CaseResult> {
  const { id, profile, level, title, clause } = one;
  const rule = { id, profile, level, title, clause };
  const { attempts, missing, usesFallback } = attemptsFor(one, settings);
  const reason = reasonToSkip(one, { missing, settings, transport });
  if (reason !== undefined) return { ...rule, status: 'skipped', reason };
  let outcome: Outcome | undefined;
  const fallback = usesFallback ? ({ usesFallback } as const) : {};
  for (const attempt of attempts.flatMap((data) => renderAttempt(data, settings))) {
    outcome = await runAttempt(attempt, transport, signal);
    if (outcome.problem !== undefined) {
      return { ...rule, status: level === 'MUST' ? 'fail' : 'warn', ...fallback, ...outcome };
    }
  }
  return { ...rule, status: 'ok', ...fallback, ...outcome };
}

interface ChosenAttempts {
  readonly attempts: readonly Attempt[];
  /** The methods that the server lacks, if it lacks some for the case and for its fallback. */
  readonly missing: readonly TargetMethod[];
  readonly usesFallback: boolean;
}

function attemptsFor(
  { attempts, fallback }: ConformanceCase,
  { methods }: CaseSettings,
): ChosenAttempts {
  const missingIn = (some: readonly Attempt[]): readonly TargetMethod[] =>
    methodsOf(some).filter((name) => methods[name] === null);
  const missing = missingIn(attempts);
  return missing.length > 0 && fallback !== undefined && missingIn(fallback).length === 0
    ? { attempts: fallback, missing: [], usesFallback: true }
    : { attempts, missing, usesFallback: false };
}

interface CaseRequirements {
  readonly missing: readonly TargetMethod[];
  readonly settings: CaseSettings;
  readonly transport: Transport;
}

function reasonToSkip(
  one: ConformanceCase,
  { missing, settings: { maxBatchSize }, transport }: CaseRequirements,
): string | undefined {
  const { needsBatchOf = 1 } = one;
  if (missing.length > 0) return `${NO_METHOD} ${missing.join(' or ')}`;
  if (needsBatchOf > maxBatchSize) {
    return `a batch of ${needsBatchOf} is over the limit of ${maxBatchSize}`;
  }
  const isMissingConnection = transport.converse === undefined && needsConnection(one);
  return isMissingConnection ? 'a function has no connection (audit a URL instead)' : undefined;
}

type Outcome = Pick<CaseResult, 'sent' | 'expected' | 'received' | 'problem'>;

async function runAttempt(
  attempt: RenderedAttempt,
  transport: Transport,
  signal: AbortSignal,
): Promise<Outcome> {
  const sent = attempt.exchanges.map(({ request }) => describeRequest(request)).join(' ⏎ ');
  const expected = describeAttempt(attempt);
  try {
    const found = await raceSignal(exchange(attempt, transport, signal), signal);
    return { sent, expected, ...found };
  } catch (error) {
    const problem = signal.aborted
      ? 'no complete response arrived in time'
      : `the exchange failed: ${error instanceof Error ? error.message : String(error)}`;
    return { sent, expected, received: 'nothing', problem };
  }
}

/** Rejects when the signal aborts, even if the work ignores the signal. */
export function raceSignal<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

async function exchange(
  attempt: RenderedAttempt,
  transport: Transport,
  signal: AbortSignal,
): Promise<Pick<Outcome, 'received' | 'problem'>> {
  const { exchanges, usesConnection, nothingAfter } = attempt;
  const requests = exchanges.map(({ request, halfClose }) => ({
    ...request,
    ...(halfClose && { halfClose }),
  }));
  if (!usesConnection || transport.converse === undefined) {
    const responses = await Promise.all(requests.map((request) => transport.send(request, signal)));
    return {
      received: describeResponses(responses),
      problem: findAttemptProblem(attempt, responses),
    };
  }
  const conversation = await transport.converse(requests, signal);
  const { responses } = conversation;
  const rest = nothingAfter ? await conversation.surplus() : new Uint8Array();
  const received = describeResponses(responses);
  const problem = findAttemptProblem(attempt, responses);
  if (problem !== undefined || rest.length === 0) return { received, problem };
  return {
    received: `${received} ⏎ ${new TextDecoder().decode(rest.slice(0, 100))}`,
    problem: `${rest.length} bytes arrived after the response`,
  };
}

function findAttemptProblem(
  { exchanges, mayClose }: RenderedAttempt,
  responses: readonly (ReceivedResponse | undefined)[],
): string | undefined {
  for (const [index, { expect, optional }] of exchanges.entries()) {
    const response = responses[index];
    const prefix = exchanges.length === 1 ? '' : `for request ${index + 1}, `;
    if (response === undefined) {
      if (optional) continue;
      return `${prefix}the connection closed before a complete response arrived`;
    }
    const problem = findProblem(expect, response);
    if (problem !== undefined) return `${prefix}${problem}`;
    if (mayClose && response.announcesClose) return undefined;
  }
  return undefined;
}

function describeAttempt({ exchanges, mayClose, nothingAfter }: RenderedAttempt): string {
  const parts = exchanges.map(({ expect }, index) => {
    const described = describeExpectation(expect);
    return described === '' || exchanges.length === 1
      ? described
      : `for request ${index + 1}, ${described}`;
  });
  if (nothingAfter) parts.push('nothing after the response');
  if (mayClose) parts.push('unless an earlier response announces that the connection closes');
  return parts.filter((text) => text !== '').join(', ');
}

const MAX_LENGTH = 300;

function describeRequest({ verb, path, headers, body }: SentRequest): string {
  const shownHeaders = headers
    .filter(([name, value]) => name !== 'accept' && value !== 'application/json')
    .map(([name, value]) => ` [${name}: ${value}]`)
    .join('');
  const text = body === undefined ? '(no body)' : shorten(new TextDecoder().decode(body));
  return `${verb}${path === '' ? '' : ` …${path}`}${shownHeaders} ${text}`;
}

function describeResponses(responses: readonly (ReceivedResponse | undefined)[]): string {
  return responses
    .map((response) => {
      if (response === undefined) return '(no complete response)';
      const type = response.headers.get('content-type');
      return `${response.status}${type === null ? '' : ` ${type}`} ${shorten(response.text)}`;
    })
    .join(' ⏎ ');
}

function shorten(text: string): string {
  if (text === '') return '(an empty body)';
  const rest = text.length - MAX_LENGTH;
  return rest <= 0 ? text : `${text.slice(0, MAX_LENGTH)}… (${rest} more characters)`;
}
