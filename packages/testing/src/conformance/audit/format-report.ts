import type { AuditReport, CaseResult, CaseStatus } from './audit-report.js';
import { whyIncomplete } from './why-incomplete.js';

const SIGNS: Readonly<Record<CaseStatus, string>> = {
  ok: 'ok',
  warn: 'WARN',
  fail: 'FAIL',
  skipped: 'skip',
};

/** The report as a table, and below it what is wrong: what was sent, expected, and came. */
export function formatReport(report: AuditReport): string {
  const { results, profile, target } = report;
  const width = Math.max(0, ...results.map(({ id }) => id.length));
  const rows = results.map(({ id, level, status, title }) =>
    [SIGNS[status].padEnd(4), level.padEnd(6), id.padEnd(width), title].join('  '),
  );
  const faults = results.filter(({ status }) => status === 'fail' || status === 'warn');
  return [
    `${target}, by the profile ${profile}`,
    '',
    ...rows,
    '',
    ...faults.flatMap(formatFault),
    ...formatSkipped(results),
    summary(report),
  ].join('\n');
}

function formatFault({
  id,
  level,
  title,
  clause,
  sent,
  expected,
  fault,
  came,
}: CaseResult): string[] {
  return [
    `${id} (${level}): ${title}`,
    `  sent      ${sent}`,
    `  expected  ${expected}`,
    `  came      ${came}`,
    `  so        ${fault}`,
    `  see       ${clause}`,
    '',
  ];
}

/** One line for each reason, for many cases have the same. */
function formatSkipped(results: readonly CaseResult[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { id, status, reason } of results) {
    if (status !== 'skipped' || reason === undefined) continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), id]);
  }
  const lines = [...byReason].map(([reason, ids]) => `skipped: ${reason}: ${ids.join(', ')}`);
  return lines.length === 0 ? [] : [...lines, ''];
}

function summary(report: AuditReport): string {
  const { counts, passed, results } = report;
  const verdict = passed ? 'No MUST is broken' : 'Not conformant';
  const { ok, fail, warn, skipped } = counts;
  const total = `of ${results.length} cases ${ok} ok, ${fail} failed, ${warn} warnings, ${skipped} skipped`;
  const incomplete = whyIncomplete(report);
  return [`${verdict}: ${total}`, ...(incomplete === undefined ? [] : [incomplete])].join('\n');
}
