import type { ConformanceCase, Profile } from '../cases/conformance-case.js';
import type { TargetMethod } from '../cases/target-methods.js';

/** The result of one case. */
export interface CaseResult extends Pick<
  ConformanceCase,
  'id' | 'profile' | 'level' | 'title' | 'clause'
> {
  /**
   * `ok`: the server follows the rule. `fail`: it violates a MUST. `warn`: it violates a SHOULD.
   * `skipped`: the case could not run.
   */
  readonly status: 'ok' | 'warn' | 'fail' | 'skipped';
  /** Whether the server lacks a method of the case, so that its `fallback` ran. */
  readonly usesFallback?: true | undefined;
  /** Why the case was skipped. */
  readonly reason?: string | undefined;
  /** The last request; if there is a problem, the one that caused it. */
  readonly sent?: string | undefined;
  /** The expected response in words. */
  readonly expected?: string | undefined;
  /** The difference between the received and the expected response, in words. */
  readonly problem?: string | undefined;
  /** The received response. */
  readonly received?: string | undefined;
}

export type CaseStatus = CaseResult['status'];

/** The result of an audit. It can be serialized as JSON. */
export interface AuditReport {
  /** The audited URL, or the name of the audited function. */
  readonly target: string;
  /** The profile that the server was audited against. */
  readonly profile: Profile;
  /** The revision of the cases. */
  readonly revision: number;
  /** The server's names for the methods that the audit calls; null for a method that the server lacks. */
  readonly methods: Readonly<Record<TargetMethod, string | null>>;
  /** The results, in the order of the cases. */
  readonly results: readonly CaseResult[];
  /** The number of cases by status. */
  readonly counts: Readonly<Record<CaseResult['status'], number>>;
  /** Whether no MUST is violated, and the server has responded until the end of the audit. */
  readonly passed: boolean;
  /** Set if the server stopped responding, which ends the audit. */
  readonly stopped?:
    | {
        /** The ids of the cases that were running. One of them, or the case before them, stopped the server. */
        readonly during: readonly string[];
        /** The number of cases without a result: those that were running, and the later ones. */
        readonly withoutVerdict: number;
      }
    | undefined;
}

export function countStatuses(results: readonly CaseResult[]): AuditReport['counts'] {
  const counts = { ok: 0, warn: 0, fail: 0, skipped: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

const LABELS: Readonly<Record<CaseStatus, string>> = {
  ok: 'ok',
  warn: 'WARN',
  fail: 'FAIL',
  skipped: 'skip',
};

/** Formats a report as a table, followed by the details of each violation and a verdict. */
export function formatReport(report: AuditReport): string {
  const { results, profile, revision, target, counts, stopped } = report;
  const width = Math.max(0, ...results.map(({ id }) => id.length));
  const rows = results.map(({ id, level, status, title }) =>
    [LABELS[status].padEnd(4), level.padEnd(6), id.padEnd(width), title].join('  '),
  );
  const violations = results.filter(({ status }) => status === 'fail' || status === 'warn');
  const { ok, fail, warn, skipped } = counts;
  const verdict = counts.fail === 0 ? 'No MUST is violated' : 'Not conformant';
  return [
    `${target}, profile ${profile}, revision ${revision}`,
    '',
    ...rows,
    '',
    ...violations.flatMap(formatViolation),
    `${verdict}: ${results.length} cases, ${ok} ok, ${fail} failed, ${warn} warnings, ${skipped} skipped`,
    ...describeGaps(report),
    ...(stopped === undefined ? [] : [describeStop(stopped)]),
  ].join('\n');
}

/** Says in which case the server stopped responding. */
export function describeStop({
  during,
  withoutVerdict,
}: NonNullable<AuditReport['stopped']>): string {
  const number = withoutVerdict === 1 ? '1 case has' : `${withoutVerdict} cases have`;
  return `The server stopped responding during ${during.join(' or ')}; ${number} no verdict`;
}

function formatViolation(result: CaseResult): string[] {
  return [
    `${result.id} (${result.level}): ${result.title}`,
    `  sent      ${result.sent}`,
    `  expected  ${result.expected}`,
    `  received  ${result.received}`,
    `  problem   ${result.problem}`,
    `  see       ${result.clause}`,
    '',
  ];
}

/** Says in one line how many cases didn't run in full, and why; empty if all did. */
function describeGaps({ results, methods, counts: { skipped } }: AuditReport): string[] {
  const partial = results.filter(({ usesFallback }) => usesFallback).length;
  if (skipped === 0 && partial === 0) return [];
  const gaps = [
    ...(skipped === 0 ? [] : [`${countCases(skipped)} skipped`]),
    ...(partial === 0 ? [] : [`${countCases(partial)} checked without the methods of the case`]),
  ];
  const lacking = Object.entries(methods).flatMap(([name, own]) =>
    own === null && name !== 'harmless' ? [name] : [],
  );
  const others = results.flatMap(({ reason }) =>
    reason?.startsWith(NO_METHOD) ? [] : (reason ?? []),
  );
  const reasons = [
    ...(lacking.length === 0 ? [] : [`${NO_METHOD} ${lacking.join(', ')}`]),
    ...new Set(others),
  ];
  return [`Incomplete: ${gaps.join(' and ')}, because ${reasons.join('; ')}`];
}

function countCases(number: number): string {
  return number === 1 ? '1 case was' : `${number} cases were`;
}

/** The beginning of the reason why a case of a missing method is skipped. */
export const NO_METHOD = 'the server has no method';
