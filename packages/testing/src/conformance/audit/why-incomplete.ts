import { conformanceCases } from '../cases/conformance-cases.js';
import type { AuditReport } from './audit-report.js';

/** What an audit that skipped cases can't say, in a line; undefined where it skipped none. */
export function whyIncomplete({ counts, results, methods }: AuditReport): string | undefined {
  if (counts.skipped === 0) return undefined;
  const needs = new Map(conformanceCases.map((one) => [one.id, one.needs]));
  const lacking = new Set<string>();
  const reasons = new Set<string>();
  for (const { id, status, reason } of results) {
    if (status !== 'skipped') continue;
    const missing = needs.get(id)?.filter((name) => methods[name] === null) ?? [];
    for (const name of missing) lacking.add(name);
    if (missing.length === 0 && reason !== undefined) reasons.add(reason);
  }
  const causes = [...(lacking.size === 0 ? [] : [lackOf([...lacking])]), ...reasons];
  const why = causes.map((cause) => `as ${cause}`).join('; ');
  return `Incomplete: ${counts.skipped} of ${results.length} cases were skipped, ${why}`;
}

function lackOf(names: readonly string[]): string {
  const last = names.at(-1);
  return names.length === 1
    ? `the server lacks the method ${last}`
    : `the server lacks the methods ${names.slice(0, -1).join(', ')} and ${last}`;
}
