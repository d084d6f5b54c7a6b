import type { ConformanceCase, Profile } from '../cases/conformance-case.js';
import type { MethodNames } from '../cases/target-methods.js';

/**
 * `ok`: the server follows the rule. `fail`: it violates a MUST. `warn`: it violates a SHOULD.
 * `skipped`: the case could not run.
 */
export type CaseStatus = 'ok' | 'warn' | 'fail' | 'skipped';

/** The result of one case. */
export interface CaseResult extends Pick<
  ConformanceCase,
  'id' | 'profile' | 'level' | 'title' | 'clause'
> {
  /** Whether the server follows the rule. */
  readonly status: CaseStatus;
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

/** The result of an audit. It can be serialized as JSON. */
export interface AuditReport {
  /** The audited URL, or the name of the audited function. */
  readonly target: string;
  /** The profile that the server was audited against. */
  readonly profile: Profile;
  /** The revision of the cases. */
  readonly revision: number;
  /** The server's names for the methods that the audit calls. */
  readonly methods: MethodNames;
  /** The results, in the order of the cases. */
  readonly results: readonly CaseResult[];
  /** The number of cases by status. */
  readonly counts: Readonly<Record<CaseStatus, number>>;
  /** Whether no MUST is violated. */
  readonly passed: boolean;
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
  const { results, profile, revision, target, counts, passed } = report;
  const width = Math.max(0, ...results.map(({ id }) => id.length));
  const rows = results.map(({ id, level, status, title }) =>
    [LABELS[status].padEnd(4), level.padEnd(6), id.padEnd(width), title].join('  '),
  );
  const violations = results.filter(({ status }) => status === 'fail' || status === 'warn');
  const { ok, fail, warn, skipped } = counts;
  const verdict = passed ? 'No MUST is violated' : 'Not conformant';
  const reasons = groupByReason(results);
  return [
    `${target}, profile ${profile}, revision ${revision}`,
    '',
    ...rows,
    '',
    ...violations.flatMap(formatViolation),
    ...Array.from(reasons, ([reason, ids]) => `skipped because ${reason}: ${ids.join(', ')}`),
    ...(reasons.size === 0 ? [] : ['']),
    `${verdict}: ${results.length} cases, ${ok} ok, ${fail} failed, ${warn} warnings, ${skipped} skipped`,
    ...(skipped === 0 ? [] : [`Incomplete, because ${[...reasons.keys()].join('; ')}`]),
  ].join('\n');
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

function groupByReason(results: readonly CaseResult[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, reason } of results) {
    if (reason !== undefined) ids.set(reason, [...(ids.get(reason) ?? []), id]);
  }
  return ids;
}
