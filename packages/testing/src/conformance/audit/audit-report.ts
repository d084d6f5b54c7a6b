import type { Level } from '../case/conformance-case.js';
import type { Profile } from '../case/profile.js';
import type { TargetMethod } from '../target/target-method.js';

/**
 * `ok`: the rule is kept. `fail`: a MUST is not. `warn`: a SHOULD is not. `skipped`: it could not be
 * looked at, and `reason` says why.
 */
export type CaseStatus = 'ok' | 'warn' | 'fail' | 'skipped';

/** How one case ended. */
export interface CaseResult {
  /** Of the case. */
  readonly id: string;
  /** Of the case. */
  readonly profile: Profile;
  /** Of the case. */
  readonly level: Level;
  /** The rule in words. */
  readonly title: string;
  /** Where the rule stands. */
  readonly clause: string;
  /** How it ended. */
  readonly status: CaseStatus;
  /** Why it was skipped. */
  readonly reason?: string | undefined;
  /** What was sent: where something is wrong, what brought that about. */
  readonly sent?: string | undefined;
  /** What should have come, in words. */
  readonly expected?: string | undefined;
  /** What is wrong with what came, in words. */
  readonly fault?: string | undefined;
  /** What came instead. */
  readonly came?: string | undefined;
}

/** What an audit found out; it can be written as JSON as it stands. */
export interface AuditReport {
  /** The URL that was audited. */
  readonly target: string;
  /** Which rules the server was held to. */
  readonly profile: Profile;
  /** The methods that were called, by what the server calls them; null for those it lacks. */
  readonly methods: Readonly<Record<TargetMethod, string | null>>;
  /** In the order of the cases. */
  readonly results: readonly CaseResult[];
  /** How many cases ended how. */
  readonly counts: Readonly<Record<CaseStatus, number>>;
  /** Whether no MUST failed. */
  readonly passed: boolean;
}

export function countStatuses(results: readonly CaseResult[]): AuditReport['counts'] {
  const counts = { ok: 0, warn: 0, fail: 0, skipped: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}
