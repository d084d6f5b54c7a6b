import type { Level } from '../case/conformance-case.js';
import type { Profile } from '../case/profile.js';
import type { TargetMethod } from '../target/target-method.js';

/**
 * `ok`: the rule is kept. `fail`: a MUST is not. `warn`: a SHOULD is not. `skipped`: it could not be
 * looked at, and `reason` says why.
 */
export type CaseStatus = 'ok' | 'warn' | 'fail' | 'skipped';

export interface CaseResult {
  readonly id: string;
  readonly profile: Profile;
  readonly level: Level;
  readonly title: string;
  /** Where the rule stands. */
  readonly clause: string;
  readonly status: CaseStatus;
  /** Why it was skipped. */
  readonly reason?: string | undefined;
  /** What was sent: where something is wrong, what brought that about. */
  readonly sent?: string | undefined;
  readonly expected?: string | undefined;
  /** What is wrong with what came, in words. */
  readonly fault?: string | undefined;
  readonly came?: string | undefined;
}

/** What an audit found out; it can be written as JSON as it stands. */
export interface AuditReport {
  readonly target: string;
  readonly profile: Profile;
  /** The methods that were called, by what the server calls them; null for those it lacks. */
  readonly methods: Readonly<Record<TargetMethod, string | null>>;
  readonly results: readonly CaseResult[];
  readonly counts: Readonly<Record<CaseStatus, number>>;
  /** Whether no MUST failed. */
  readonly passed: boolean;
}

export function countStatuses(results: readonly CaseResult[]): AuditReport['counts'] {
  const counts = { ok: 0, warn: 0, fail: 0, skipped: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}
