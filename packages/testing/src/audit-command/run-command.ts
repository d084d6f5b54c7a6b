import { AuditTargetError } from '../conformance/audit/audit-target-error.js';
import { formatReport } from '../conformance/audit/format-report.js';
import { runAudit } from '../conformance/audit/run-audit.js';
import { help } from './help.js';
import { type AuditArguments, parseArguments } from './parse-arguments.js';

/** Where the command writes: the report, and beside it what it is doing. */
export interface CommandOutput {
  readonly out: (text: string) => unknown;
  readonly note: (text: string) => unknown;
}

/**
 * @returns the exit code: 0 where no MUST is broken, 1 where one is, or a case was skipped that should
 *   not be, 2 where nothing was audited
 */
export async function runCommand(
  words: readonly string[],
  { out, note }: CommandOutput,
): Promise<0 | 1 | 2> {
  const parsed = parseArguments(words);
  if (parsed.kind === 'help') {
    out(help());
    return 0;
  }
  if (parsed.kind === 'wrong') {
    note(`${parsed.message}\nTry: jsonrpc-kit-audit --help\n`);
    return 2;
  }
  try {
    return await audit(parsed, { out, note });
  } catch (error) {
    if (!(error instanceof AuditTargetError)) throw error;
    note(`${error.message}\n`);
    return 2;
  }
}

async function audit(
  { url, options, asJson, allowsSkips }: AuditArguments,
  { out, note }: CommandOutput,
): Promise<0 | 1> {
  const { profile = 'json-rpc-2.0' } = options;
  note(`Auditing ${url} by the profile ${profile}…\n`);
  const report = await runAudit(url, options);
  const lacking = Object.entries(report.methods).flatMap(([name, found]) =>
    found === null ? name : [],
  );
  if (lacking.length > 0) {
    note(`Without ${lacking.join(', ')} (see --method), some cases are skipped.\n`);
  }
  out(`${asJson ? JSON.stringify(report, undefined, 2) : formatReport(report)}\n`);
  const hasForbiddenSkips = !allowsSkips && report.counts.skipped > 0;
  if (hasForbiddenSkips) note('Cases were skipped, which --no-skips forbids.\n');
  return report.passed && !hasForbiddenSkips ? 0 : 1;
}
